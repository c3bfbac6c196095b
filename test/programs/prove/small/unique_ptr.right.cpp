// SPDX-License-Identifier: Apache-2.0
// type: Stack<int>
// operations: push pop
// Cells are owned by std::unique_ptr until they are linked, and after they are taken out.
#include <memory>
#include <mutex>

template <class T>
class Stack {
  struct Node {
    T value;
    Node* next;
  };
  Node* top_ = nullptr;
  std::mutex mutex_;

 public:
  void push(T value) {
    auto cell = std::make_unique<Node>();
    cell->value = value;
    std::lock_guard<std::mutex> guard(mutex_);
    cell->next = top_;
    top_ = cell.release();
  }
  bool pop(T& out) {
    std::unique_ptr<Node> cell;
    {
      std::lock_guard<std::mutex> guard(mutex_);
      cell.reset(top_);
      if (!cell) return false;
      top_ = cell->next;
    }
    out = cell->value;
    return true;
  }
};
