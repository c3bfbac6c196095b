// Treiber's stack without reclamation: a node is published by release and found by acquire.
// heddle: spare 1
// heddle: clean
// heddle: -DPUSH=relaxed data-race
// heddle: -DPOP=relaxed data-race
#include <atomic>
#include <cassert>
#include <thread>
#ifndef PUSH
#define PUSH release
#endif
#ifndef POP
#define POP acquire
#endif
#define ORDER(o) JOIN(std::memory_order_, o)
#define JOIN(a, b) JOIN2(a, b)
#define JOIN2(a, b) a##b
struct Node {
  int value;
  Node* next;
};
Node nodes[2];
std::atomic<Node*> top;
void push(Node* node, int value) {
  node->value = value;
  node->next = top.load(std::memory_order_relaxed);
  while (!top.compare_exchange_strong(node->next, node, ORDER(PUSH), std::memory_order_relaxed)) {
  }
}
int pop() {
  Node* old = top.load(ORDER(POP));
  while (old != nullptr && !top.compare_exchange_strong(old, old->next, ORDER(POP), ORDER(POP))) {
  }
  return old == nullptr ? 0 : old->value;
}
extern "C" void test() {
  int got = 0;
  std::thread a([] { push(&nodes[0], 1); }), b([] { push(&nodes[1], 2); }), c([&] { got = pop(); });
  a.join();
  b.join();
  c.join();
  assert(got == 0 || got == 1 || got == 2);
}
int main() { test(); }
