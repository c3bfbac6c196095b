// SPDX-License-Identifier: Apache-2.0
// type: Stack
// operations: push pop
// The atomic variable is given its value in the constructor's body.
#include <atomic>

class Stack {
  struct Node {
    int value;
    Node* next;
  };
  std::atomic<Node*> top_;

 public:
  Stack() { std::atomic_init(&top_, static_cast<Node*>(nullptr)); }
  void push(int value) {
    Node* cell = new Node{value, top_};
    while (!top_.compare_exchange_strong(cell->next, cell)) {
    }
  }
  bool pop(int& out) {
    for (Node* cell = top_.load(); cell; cell = top_.load())
      if (top_.compare_exchange_strong(cell, cell->next)) {
        out = cell->value;
        return true;
      }
    return false;
  }
};
