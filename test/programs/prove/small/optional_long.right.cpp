// SPDX-License-Identifier: Apache-2.0
// type: lib::detail::Stack
// operations: push pop
// A std::optional of two registers, a namespace, memory orders.
#include <atomic>
#include <optional>

namespace lib::detail {
class Stack {
  struct Node {
    long value;
    Node* next;
  };
  std::atomic<Node*> top_{nullptr};

 public:
  void push(long value) noexcept {
    Node* cell = new Node{value, top_.load(std::memory_order_relaxed)};
    while (
        !top_.compare_exchange_weak(cell->next, cell, std::memory_order_release, std::memory_order_relaxed)) {
    }
  }
  std::optional<long> pop() noexcept {
    Node* cell = top_.load(std::memory_order_acquire);
    while (cell != nullptr && !top_.compare_exchange_weak(cell, cell->next, std::memory_order_acquire,
                                                          std::memory_order_acquire)) {
    }
    if (cell == nullptr) return {};
    return cell->value;
  }
};
}  // namespace lib::detail
