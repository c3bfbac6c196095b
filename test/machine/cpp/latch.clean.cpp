// Whoever waits for a latch sees what all have done.
#include <cassert>
#include <latch>
#include <thread>
int a, b;
int main() {
  std::latch done(2);
  std::thread t([&] { a = 1; done.count_down(); });
  std::thread u([&] { b = 1; done.count_down(); });
  done.wait();
  assert(a == 1 && b == 1);
  t.join();
  u.join();
}
