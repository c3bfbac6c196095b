// A bounded queue of many producers and consumers: each slot has a turn (Vyukov).
// heddle: weakest
#include <atomic>
#include <cassert>
#include <thread>
using std::memory_order_acq_rel, std::memory_order_acquire, std::memory_order_relaxed, std::memory_order_release,
    std::memory_order_seq_cst;
struct Slot {
  std::atomic<unsigned> turn;
  int value;
};
Slot slots[2];
std::atomic<unsigned> tail, head;
bool push(int value) {
  unsigned at = tail.load(memory_order_relaxed);
  Slot& slot = slots[at % 2];
  if (slot.turn.load(memory_order_acquire) != at) return false;
  if (!tail.compare_exchange_strong(at, at + 1, memory_order_relaxed)) return false;
  slot.value = value;
  slot.turn.store(at + 1, memory_order_release);
  return true;
}
int pop() {
  unsigned at = head.load(memory_order_relaxed);
  Slot& slot = slots[at % 2];
  if (slot.turn.load(memory_order_acquire) != at + 1) return 0;
  if (!head.compare_exchange_strong(at, at + 1, memory_order_relaxed)) return 0;
  const int value = slot.value;
  slot.turn.store(at + 2, memory_order_release);
  return value;
}
extern "C" void test() {
  slots[1].turn.store(1, memory_order_relaxed);
  int sum = 0, pushed = 0;
  std::thread producer([&] {
    for (int i = 1; i <= 3; ++i) pushed += push(i) ? i : 0;
  });
  for (int i = 0; i < 2; ++i) sum += pop();
  producer.join();
  while (const int value = pop()) sum += value;
  assert(sum == pushed);
}
int main() { test(); }
