// SPDX-License-Identifier: Apache-2.0
// type: Stack<int>
// operations: push pop
// A class as people write it: a mutex of its own, std::lock_guard, std::unique_lock.
#include <mutex>

template <class T>
class Stack {
  struct Node {
    T value;
    Node* next;
  };
  Node* top_ = nullptr;
  std::mutex mutex_;

 public:
  void push(const T& value) {
    Node* cell = new Node{value, nullptr};
    std::lock_guard<std::mutex> guard(mutex_);
    cell->next = top_;
    top_ = cell;
  }
  bool pop(T& out) {
    std::unique_lock<std::mutex> guard(mutex_);
    Node* cell = top_;
    if (!cell) return false;
    top_ = cell->next;
    guard.unlock();
    out = cell->value;
    delete cell;
    return true;
  }
};
