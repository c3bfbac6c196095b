// One latch for those who are ready, one for the start.
#include <cassert>
#include <latch>
#include <thread>
static int parts[2];
int main() {
  std::latch ready(2), go(1);
  std::thread one([&] { parts[0] = 1; ready.count_down(); go.wait(); });
  std::thread two([&] { parts[1] = 2; ready.count_down(); go.wait(); });
  ready.wait();
  assert(parts[0] + parts[1] == 3);
  go.count_down();
  one.join();
  two.join();
}
