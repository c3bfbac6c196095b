// SPDX-License-Identifier: Apache-2.0
// type: Stack<int>
// operations: push pop
// pop returns a std::optional.
#include <mutex>
#include <optional>

template <class T>
class Stack {
  struct Node {
    T value;
    Node* next;
  };
  Node* top_ = nullptr;
  std::mutex mutex_;

 public:
  void push(T value) {
    Node* cell = new Node{value, nullptr};
    std::scoped_lock guard(mutex_);
    cell->next = top_;
    top_ = cell;
  }
  std::optional<T> pop() {
    std::unique_lock guard(mutex_);
    if (top_ == nullptr) return std::nullopt;
    Node* cell = top_;
    top_ = cell->next;
    guard.unlock();
    const T value = cell->value;
    delete cell;
    return value;
  }
};
