// One producer, one consumer, two slots.
// heddle: weakest
// heddle: clean
// heddle: -DPUSH=relaxed data-race
// heddle: -DSEE=relaxed data-race
// heddle: -DPOP=relaxed data-race
// heddle: -DROOM=relaxed data-race
#include <atomic>
#include <cassert>
#include <thread>
#ifndef PUSH
#define PUSH release
#endif
#ifndef SEE
#define SEE acquire
#endif
#ifndef POP
#define POP release
#endif
#ifndef ROOM
#define ROOM acquire
#endif
#define ORDER(o) JOIN(std::memory_order_, o)
#define JOIN(a, b) JOIN2(a, b)
#define JOIN2(a, b) a##b
constexpr unsigned kSlots = 1;
int slots[kSlots];
std::atomic<unsigned> head, tail;
void produce() {
  for (int value = 1; value <= 2; ++value) {
    const unsigned at = tail.load(std::memory_order_relaxed);
    while (at - head.load(ORDER(ROOM)) == kSlots) {
    }
    slots[at % kSlots] = value;
    tail.store(at + 1, ORDER(PUSH));
  }
}
void consume() {
  for (int value = 1; value <= 2; ++value) {
    const unsigned at = head.load(std::memory_order_relaxed);
    while (tail.load(ORDER(SEE)) == at) {
    }
    assert(slots[at % kSlots] == value);
    head.store(at + 1, ORDER(POP));
  }
}
extern "C" void test() {
  std::thread a(produce), b(consume);
  a.join();
  b.join();
}
int main() { test(); }
