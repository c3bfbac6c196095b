// A sequence lock whose reader looks at the counter a second time by a read-modify-write that adds nothing (Boehm,
// MSPC 2012). Without load buffering the modifications themselves may be relaxed.
// heddle: weakest
#include <atomic>
#include <cassert>
#include <thread>
using std::memory_order_acq_rel, std::memory_order_acquire, std::memory_order_relaxed, std::memory_order_release,
    std::memory_order_seq_cst;
std::atomic<int> count, x, y;
void publish(int value) {
  count.exchange(1, memory_order_relaxed);
  x.store(value, memory_order_relaxed);
  y.store(value, memory_order_relaxed);
  count.store(2, memory_order_release);
}
void look() {
  const int before = count.load(memory_order_acquire);
  const int a = x.load(memory_order_relaxed), b = y.load(memory_order_relaxed);
  if (before % 2 == 0 && count.fetch_add(0, memory_order_relaxed) == before) assert(a == b);
}
extern "C" void test() {
  std::thread writer(publish, 5), reader(look);
  writer.join();
  reader.join();
}
int main() { test(); }
