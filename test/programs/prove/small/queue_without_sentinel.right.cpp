// SPDX-License-Identifier: Apache-2.0
// type: Queue<int>
// operations: push pop
// A queue without a sentinel: head and tail are NULL when it is empty.
#include <mutex>

template <class T>
class Queue {
  struct Node {
    T value;
    Node* next = nullptr;
    explicit Node(const T& v) : value(v) {}
  };
  Node* head_ = nullptr;
  Node* tail_ = nullptr;
  std::mutex mutex_;

 public:
  void push(T value) {
    Node* node = new Node(value);
    std::lock_guard<std::mutex> guard(mutex_);
    if (tail_ == nullptr)
      head_ = node;
    else
      tail_->next = node;
    tail_ = node;
  }
  bool pop(T& out) {
    std::lock_guard<std::mutex> guard(mutex_);
    if (head_ == nullptr) return false;
    Node* node = head_;
    head_ = node->next;
    if (head_ == nullptr) tail_ = nullptr;
    out = node->value;
    delete node;
    return true;
  }
};
