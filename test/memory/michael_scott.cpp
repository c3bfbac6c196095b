// The queue of Michael and Scott, without reclamation.
// heddle: spare 1
// heddle: clean
// heddle: -DTAIL=relaxed data-race
// heddle: -DNEXT=relaxed data-race
// heddle: -DLINK=relaxed data-race
// heddle: -DSWING=relaxed data-race
// heddle: -DHEAD=relaxed data-race
// heddle: -DFIRST=relaxed data-race
// heddle: -DTAKE=relaxed data-race
// heddle: -DTHREE -DHELP=relaxed data-race
#include <atomic>
#include <cassert>
#include <thread>
using std::memory_order_acq_rel, std::memory_order_acquire, std::memory_order_relaxed, std::memory_order_release,
    std::memory_order_seq_cst;
#ifndef TAIL
#define TAIL acquire
#endif
#ifndef NEXT
#define NEXT acquire
#endif
#ifndef HELP
#define HELP release
#endif
#ifndef LINK
#define LINK release
#endif
#ifndef SWING
#define SWING release
#endif
#ifndef HEAD
#define HEAD acquire
#endif
#ifndef FIRST
#define FIRST acquire
#endif
#ifndef TAKE
#define TAKE release
#endif
#define ORDER(o) JOIN(memory_order_, o)
#define JOIN(a, b) JOIN2(a, b)
#define JOIN2(a, b) a##b
struct Node {
  int value = 0;
  std::atomic<Node*> next{nullptr};
};
std::atomic<Node*> head, tail;
void push(int value) {
  Node* node = new Node;
  node->value = value;
  while (true) {
    Node* last = tail.load(ORDER(TAIL));
    Node* next = last->next.load(ORDER(NEXT));
    if (next != nullptr) {
      tail.compare_exchange_strong(last, next, ORDER(HELP), memory_order_relaxed);
      continue;
    }
    if (last->next.compare_exchange_strong(next, node, ORDER(LINK), memory_order_relaxed)) {
      tail.compare_exchange_strong(last, node, ORDER(SWING), memory_order_relaxed);
      return;
    }
  }
}
int pop() {
  while (true) {
    Node* first = head.load(ORDER(HEAD));
    Node* next = first->next.load(ORDER(FIRST));
    if (next == nullptr) return 0;
    if (head.compare_exchange_strong(first, next, ORDER(TAKE), memory_order_relaxed)) return next->value;
  }
}
extern "C" void test() {
  Node* dummy = new Node;
  head.store(dummy, memory_order_relaxed);
  tail.store(dummy, memory_order_relaxed);
  int taken = 0;
  std::thread a(push, 1), b([&] {
    push(2);
    taken = pop();
  });
#ifdef THREE
  push(4);
#endif
  const int early = pop();
  a.join();
  b.join();
  int sum = early + taken;
  while (const int value = pop()) sum += value;
#ifdef THREE
  sum -= 4;
#endif
  assert(sum == 3);
}
int main() { test(); }
