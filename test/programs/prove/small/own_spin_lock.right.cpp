// SPDX-License-Identifier: Apache-2.0
// type: Stack<long long>
// operations: push pop
// A lock of one's own, as a class.
#include <atomic>
#include <mutex>

class SpinLock {
  std::atomic_flag held_ = ATOMIC_FLAG_INIT;

 public:
  void lock() {
    while (held_.test_and_set(std::memory_order_acquire)) {
    }
  }
  void unlock() { held_.clear(std::memory_order_release); }
};

template <class T>
class Stack {
  struct Node {
    T value;
    Node* next;
  };
  Node* top_ = nullptr;
  SpinLock lock_;

 public:
  void push(T value) {
    Node* cell = new Node{value, nullptr};
    std::lock_guard<SpinLock> guard(lock_);
    cell->next = top_;
    top_ = cell;
  }
  bool pop(T& out) {
    std::lock_guard<SpinLock> guard(lock_);
    Node* cell = top_;
    if (!cell) return false;
    top_ = cell->next;
    out = cell->value;
    delete cell;
    return true;
  }
};
