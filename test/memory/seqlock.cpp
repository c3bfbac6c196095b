// A seqlock after Boehm: data in relaxed atomics, an acquire fence before the second look.
// heddle: weakest
// heddle: clean
// heddle: -DFENCE=relaxed assertion
// heddle: -DBEGIN=relaxed assertion
// heddle: -DEND=relaxed assertion
// heddle: -DPUBLISH=relaxed assertion
#include <atomic>
#include <cassert>
#include <thread>
#ifndef FENCE
#define FENCE acquire
#endif
#ifndef BEGIN
#define BEGIN acquire
#endif
#ifndef END
#define END release
#endif
#ifndef PUBLISH
#define PUBLISH release
#endif
#define ORDER(o) JOIN(std::memory_order_, o)
#define JOIN(a, b) JOIN2(a, b)
#define JOIN2(a, b) a##b
std::atomic<unsigned> sequence;
std::atomic<int> left, right;
void publish() {
  sequence.store(1, std::memory_order_relaxed);
  std::atomic_thread_fence(ORDER(PUBLISH));
  left.store(1, std::memory_order_relaxed);
  right.store(1, std::memory_order_relaxed);
  sequence.store(2, ORDER(END));
}
void look() {
  const unsigned before = sequence.load(ORDER(BEGIN));
  if (before % 2 != 0) return;
  const int a = left.load(std::memory_order_relaxed), b = right.load(std::memory_order_relaxed);
  std::atomic_thread_fence(ORDER(FENCE));
  if (sequence.load(std::memory_order_relaxed) == before) assert(a == b);
}
extern "C" void test() {
  std::thread a(publish), b(look);
  a.join();
  b.join();
}
int main() { test(); }
