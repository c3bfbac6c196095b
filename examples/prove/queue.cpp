// SPDX-License-Identifier: Apache-2.0
// A queue with a lock at either end, as one writes it: nothing in it is for heddle.
#include <atomic>
#include <mutex>

template <class T>
class Queue {
  struct Node {
    T value;
    std::atomic<Node*> next;
  };
  Node* head_;  // the cell before the first value
  Node* tail_;
  std::mutex head_lock_, tail_lock_;

 public:
  Queue() { head_ = tail_ = new Node{T(), nullptr}; }

  void push(const T& value) {
    Node* node = new Node{value, nullptr};
    std::lock_guard<std::mutex> guard(tail_lock_);
    tail_->next = node;
    tail_ = node;
  }

  bool pop(T& value) {
    std::lock_guard<std::mutex> guard(head_lock_);
    Node* first = head_->next;
    if (first == nullptr) return false;
    value = first->value;
    delete head_;
    head_ = first;
    return true;
  }
};
