// SPDX-License-Identifier: Apache-2.0
// type: Stack
// operations: push pop
// std::unique_lock given back early, taken late, and a second return.
#include <mutex>

class Stack {
  struct Node {
    int value;
    Node* next;
  };
  Node* top_{};
  std::mutex mutex_;

 public:
  bool push(int value) {
    Node* cell = new Node{value, nullptr};
    std::unique_lock<std::mutex> lock(mutex_, std::defer_lock);
    lock.lock();
    cell->next = top_;
    top_ = cell;
    lock.unlock();
    return true;
  }
  bool pop(int* out) {
    std::unique_lock lock{mutex_};
    if (Node* cell = top_; cell != nullptr) {
      top_ = cell->next;
      lock.unlock();
      *out = cell->value;
      delete cell;
      return true;
    }
    return false;
  }
};
