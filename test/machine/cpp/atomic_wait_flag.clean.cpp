// A lock of an atomic_flag that waits.
#include <atomic>
#include <cassert>
#include <thread>
std::atomic_flag held;
int count;
static void add() {
  while (held.test_and_set()) held.wait(true);
  count++;
  held.clear();
  held.notify_one();
}
int main() {
  std::thread t(add);
  add();
  t.join();
  assert(count == 2);
}
