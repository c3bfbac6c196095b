// The work-stealing deque of Chase and Lev with the orders of Lê, Pop, Cohen and Zappa Nardelli (PPoPP 2013).
// heddle: spare 3
// heddle: clean
// heddle: -DTAKE_FENCE=acq_rel assertion
// heddle: -DSTEAL_FENCE=acq_rel assertion
#include <atomic>
#include <cassert>
#include <thread>
#ifndef TAKE_FENCE
#define TAKE_FENCE seq_cst
#endif
#ifndef STEAL_FENCE
#define STEAL_FENCE seq_cst
#endif
#define ORDER(o) JOIN(std::memory_order_, o)
#define JOIN(a, b) JOIN2(a, b)
#define JOIN2(a, b) a##b
std::atomic<int> top, bottom;
std::atomic<int> items[4];
std::atomic<int> taken[3];
void push(int value) {
  const int b = bottom.load(std::memory_order_relaxed);
  items[b].store(value, std::memory_order_relaxed);
  std::atomic_thread_fence(std::memory_order_release);
  bottom.store(b + 1, std::memory_order_relaxed);
}
int take() {
  const int b = bottom.load(std::memory_order_relaxed) - 1;
  bottom.store(b, std::memory_order_relaxed);
  std::atomic_thread_fence(ORDER(TAKE_FENCE));
  int t = top.load(std::memory_order_relaxed);
  int value = 0;
  if (t <= b) {
    value = items[b].load(std::memory_order_relaxed);
    if (t == b) {
      if (!top.compare_exchange_strong(t, t + 1, std::memory_order_seq_cst, std::memory_order_relaxed))
        value = 0;
      bottom.store(b + 1, std::memory_order_relaxed);
    }
  } else {
    bottom.store(b + 1, std::memory_order_relaxed);
  }
  return value;
}
int steal() {
  int t = top.load(std::memory_order_acquire);
  std::atomic_thread_fence(ORDER(STEAL_FENCE));
  const int b = bottom.load(std::memory_order_acquire);
  if (t >= b) return 0;
  const int value = items[t].load(std::memory_order_relaxed);
  if (!top.compare_exchange_strong(t, t + 1, std::memory_order_seq_cst, std::memory_order_relaxed)) return 0;
  return value;
}
extern "C" void test() {
  int mine[2] = {}, stolen[2] = {};
  std::thread thief([&] {
    stolen[0] = steal();
    stolen[1] = steal();
  });
  push(1);
  push(2);
  mine[0] = take();
  mine[1] = take();
  thief.join();
  for (const int value : {1, 2}) {
    int count = 0;
    for (const int got : {mine[0], mine[1], stolen[0], stolen[1]}) count += got == value;
    assert(count == 1);
  }
}
int main() { test(); }
