// A barrier of two threads that can be used again: the last one to arrive turns the sense.
// heddle: weakest
#include <atomic>
#include <cassert>
#include <thread>
using std::memory_order_acq_rel, std::memory_order_acquire, std::memory_order_relaxed, std::memory_order_release,
    std::memory_order_seq_cst;
std::atomic<int> arrived, rounds;
int mine[2];
void wait() {
  const int before = rounds.load(memory_order_relaxed);
  if (arrived.fetch_add(1, memory_order_acq_rel) == 1) {
    arrived.store(0, memory_order_relaxed);
    rounds.store(before + 1, memory_order_release);
    return;
  }
  while (rounds.load(memory_order_acquire) == before) {
  }
}
void run(int self) {
  for (int i = 1; i <= 2; ++i) {
    mine[self] = i;
    wait();
    assert(mine[1 - self] == i);
    wait();
  }
}
extern "C" void test() {
  std::thread a(run, 0), b(run, 1);
  a.join();
  b.join();
}
int main() { test(); }
