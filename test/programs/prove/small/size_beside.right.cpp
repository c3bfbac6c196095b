// SPDX-License-Identifier: Apache-2.0
// type: Stack<unsigned>
// operations: push pop
// A size beside, and empty().
#include <atomic>
#include <cstddef>
#include <mutex>

template <class T>
class Stack {
  struct Node {
    T value;
    Node* next;
    Node(T v, Node* n) : value(v), next(n) {}
  };
  Node* top_ = nullptr;
  std::size_t size_ = 0;
  mutable std::mutex mutex_;

 public:
  void push(T value) {
    std::lock_guard<std::mutex> guard{mutex_};
    top_ = new Node(value, top_);
    ++size_;
  }
  bool pop(T& out) {
    std::lock_guard<std::mutex> guard{mutex_};
    if (top_ == nullptr) return false;
    Node* cell = top_;
    out = cell->value;
    top_ = cell->next;
    --size_;
    delete cell;
    return true;
  }
  std::size_t size() const {
    std::lock_guard<std::mutex> guard{mutex_};
    return size_;
  }
};
