// SPDX-License-Identifier: Apache-2.0
// Functions in a namespace over globals, C++17's inline variable, auto return.
#include <atomic>

#include <heddle/prove.h>

namespace app {
struct Node {
  int data;
  Node* next;
};
inline std::atomic<Node*> top{};

auto push(int value) -> void {
  auto* cell = HEDDLE_NEW(Node);
  cell->data = value;
  auto old = top.load(std::memory_order_relaxed);
  for (;;) {
    cell->next = old;
    if (top.compare_exchange_weak(old, cell, std::memory_order_release)) break;
  }
  HEDDLE_LINEARIZE(value);
}
auto pop() -> int {
  auto* old = top.load(std::memory_order_acquire);
  while (old != nullptr && !top.compare_exchange_weak(old, old->next)) continue;
  HEDDLE_LINEARIZE(old != nullptr ? old->data : HEDDLE_EMPTY);
  return old != nullptr ? old->data : HEDDLE_EMPTY;
}
}  // namespace app

HEDDLE_STACK(app::push, app::pop)
