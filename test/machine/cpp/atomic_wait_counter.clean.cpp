// Whoever counts last wakes the one that waits for the number.
#include <cassert>
#include <atomic>
#include <thread>
static std::atomic<int> count{0};
static int parts[2];
int main() {
  std::thread one([] { parts[0] = 1; if (++count == 2) count.notify_one(); });
  std::thread two([] { parts[1] = 2; if (++count == 2) count.notify_one(); });
  for (int now; (now = count.load()) != 2;) count.wait(now);
  assert(parts[0] + parts[1] == 3);
  one.join();
  two.join();
}
