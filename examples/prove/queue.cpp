// SPDX-License-Identifier: Apache-2.0
// Michael and Scott's queue as one writes it, for memory that is collected: nothing in it is for heddle.
#include <atomic>

template <class T>
class Queue {
  struct Node {
    T value;
    std::atomic<Node*> next{nullptr};
  };
  std::atomic<Node*> head_, tail_;

 public:
  Queue() {
    Node* dummy = new Node();
    head_ = dummy;
    tail_ = dummy;
  }
  void push(T value) {
    Node* node = new Node();
    node->value = value;
    while (true) {
      Node* tail = tail_.load();
      Node* next = tail->next.load();
      if (tail != tail_.load()) continue;
      if (next == nullptr) {
        if (tail->next.compare_exchange_strong(next, node)) {
          tail_.compare_exchange_strong(tail, node);
          return;
        }
      } else {
        tail_.compare_exchange_strong(tail, next);
      }
    }
  }
  bool pop(T& value) {
    while (true) {
      Node* head = head_.load();
      Node* tail = tail_.load();
      Node* next = head->next.load();
      if (head != head_.load()) continue;
      if (head == tail) {
        if (next == nullptr) return false;
        tail_.compare_exchange_strong(tail, next);
      } else {
        value = next->value;
        if (head_.compare_exchange_strong(head, next)) return true;
      }
    }
  }
};
