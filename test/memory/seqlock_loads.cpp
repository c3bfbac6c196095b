// A sequence lock without fences: the data themselves release the counter before them and acquire it.
// heddle: weakest
#include <atomic>
#include <cassert>
#include <thread>
using std::memory_order_acq_rel, std::memory_order_acquire, std::memory_order_relaxed, std::memory_order_release,
    std::memory_order_seq_cst;
std::atomic<int> count, x, y;
void publish(int value) {
  count.store(1, memory_order_relaxed);
  x.store(value, memory_order_release);
  y.store(value, memory_order_release);
  count.store(2, memory_order_release);
}
void look() {
  const int before = count.load(memory_order_acquire);
  const int a = x.load(memory_order_acquire), b = y.load(memory_order_acquire);
  if (before % 2 == 0 && count.load(memory_order_relaxed) == before) assert(a == b);
}
extern "C" void test() {
  std::thread writer(publish, 5), reader(look);
  writer.join();
  reader.join();
}
int main() { test(); }
