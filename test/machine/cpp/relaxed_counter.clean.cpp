// A relaxed count that is looked at after the join.
#include <atomic>
#include <cassert>
#include <thread>
std::atomic<int> count;
int main() {
  std::thread t([] { count.fetch_add(1, std::memory_order_relaxed); });
  count.fetch_add(1, std::memory_order_relaxed);
  t.join();
  assert(count.load(std::memory_order_relaxed) == 2);
}
