// SPDX-License-Identifier: Apache-2.0
// type: Queue
// operations: push pop
// Values are pointers, and NULL means empty.
#include <mutex>
#include <utility>

struct Task;
class Queue {
  struct Node {
    Task* task = nullptr;
    Node* next = nullptr;
  };
  Node* head_;
  Node* tail_;
  std::mutex mutex_;

 public:
  Queue() { head_ = tail_ = new Node(); }
  void push(Task* task) {
    Node* node = new Node();
    node->task = task;
    std::lock_guard<std::mutex> guard(mutex_);
    tail_ = tail_->next = node;
  }
  Task* pop() {
    std::lock_guard<std::mutex> guard(mutex_);
    Node* first = head_->next;
    if (!first) return nullptr;
    Task* task = first->task;
    delete std::exchange(head_, first);
    return task;
  }
};
