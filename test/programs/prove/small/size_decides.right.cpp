// SPDX-License-Identifier: Apache-2.0
// type: Stack
// operations: push pop
// unknown: gc own mm
// Whether it is empty is told by the size. It is right, but numbers like it are not followed.
#include <mutex>

class Stack {
  struct Node {
    int value;
    Node* next;
  };
  Node* top_ = nullptr;
  int size_ = 0;
  std::mutex mutex_;

 public:
  void push(int value) {
    std::lock_guard<std::mutex> guard{mutex_};
    top_ = new Node{value, top_};
    ++size_;
  }
  bool pop(int& out) {
    std::lock_guard<std::mutex> guard{mutex_};
    if (size_ == 0) return false;
    Node* cell = top_;
    out = cell->value;
    top_ = cell->next;
    --size_;
    delete cell;
    return true;
  }
};
