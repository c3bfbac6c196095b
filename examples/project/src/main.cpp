#include <atomic>
#include <cstdio>

#include "thread_pool.h"

int main() {
  std::atomic<int> sum = 0;
  {
    ThreadPool pool(3);
    for (int i = 1; i <= 10; ++i) pool.submit([&sum, i] { sum += i; });
  }
  std::printf("%d\n", sum.load());
  return sum == 55 ? 0 : 1;
}
