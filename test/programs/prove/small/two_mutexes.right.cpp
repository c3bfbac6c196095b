// SPDX-License-Identifier: Apache-2.0
// type: Queue<int>
// operations: enqueue try_dequeue
// A queue with a mutex at each end, made by its constructor with a sentinel, and a destructor.
#include <atomic>
#include <mutex>

template <typename T>
class Queue {
  struct Node {
    T value{};
    std::atomic<Node*> next{nullptr};
  };
  Node* head_;
  Node* tail_;
  std::mutex head_mutex_, tail_mutex_;

 public:
  Queue() : head_(new Node), tail_(head_) {}
  Queue(const Queue&) = delete;
  Queue& operator=(const Queue&) = delete;
  ~Queue() {
    while (head_ != nullptr) {
      Node* next = head_->next;
      delete head_;
      head_ = next;
    }
  }
  void enqueue(T value) {
    auto* node = new Node;
    node->value = value;
    std::lock_guard lock(tail_mutex_);
    tail_->next.store(node, std::memory_order_release);
    tail_ = node;
  }
  bool try_dequeue(T& value) {
    std::lock_guard lock(head_mutex_);
    Node* old = head_;
    Node* next = old->next.load(std::memory_order_acquire);
    if (next == nullptr) return false;
    value = next->value;
    head_ = next;
    delete old;
    return true;
  }
};
