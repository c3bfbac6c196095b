// SPDX-License-Identifier: Apache-2.0
// type: Queue<int>
// operations: push pop
// Every operation says its memory order.
#include <atomic>

template <class T>
class Queue {
  struct Node {
    T value;
    std::atomic<Node*> next;
    explicit Node(T v) : value(v), next(nullptr) {}
  };
  std::atomic<Node*> head_;
  std::atomic<Node*> tail_;

 public:
  Queue() {
    Node* sentinel = new Node(T());
    head_.store(sentinel, std::memory_order_relaxed);
    tail_.store(sentinel, std::memory_order_relaxed);
  }
  void push(T value) {
    Node* node = new Node(value);
    for (;;) {
      Node* tail = tail_.load(std::memory_order_acquire);
      Node* next = tail->next.load(std::memory_order_acquire);
      if (tail == tail_.load(std::memory_order_acquire)) {
        if (next == nullptr) {
          if (tail->next.compare_exchange_weak(next, node, std::memory_order_acq_rel,
                                               std::memory_order_acquire)) {
            tail_.compare_exchange_strong(tail, node, std::memory_order_acq_rel, std::memory_order_relaxed);
            break;
          }
        } else {
          tail_.compare_exchange_weak(tail, next, std::memory_order_acq_rel);
        }
      }
    }
  }
  bool pop(T& out) {
    for (;;) {
      Node* head = head_.load(std::memory_order_seq_cst);
      Node* tail = tail_.load(std::memory_order_seq_cst);
      Node* next = head->next.load(std::memory_order_seq_cst);
      if (head != head_.load(std::memory_order_seq_cst)) continue;
      if (head == tail) {
        if (next == nullptr) return false;
        tail_.compare_exchange_strong(tail, next);
        continue;
      }
      out = next->value;
      if (head_.compare_exchange_strong(head, next)) return true;
    }
  }
};
