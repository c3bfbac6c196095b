#include <atomic>
#include <cassert>
#include <thread>

int main() {
  std::atomic<int> count = 0;
  const auto add = [&] {
#ifdef WRONG
    count = count + 1;
#else
    ++count;
#endif
  };
  std::thread first(add), second(add);
  first.join();
  second.join();
  assert(count == 2);
}
