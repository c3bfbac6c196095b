// Two phases of a barrier.
#include <barrier>
#include <cassert>
#include <thread>
int a, b;
int main() {
  std::barrier<> phase(2);
  std::thread t([&] { a = 1; phase.arrive_and_wait(); assert(b == 1); });
  b = 1;
  phase.arrive_and_wait();
  assert(a == 1);
  t.join();
}
