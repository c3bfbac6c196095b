// SPDX-License-Identifier: Apache-2.0
// type: Set
// operations: insert remove contains
// unknown: gc own mm
// A set of C++ with one mutex. It reads `pred->next` again and again, and what is known of a cell that has no name is
// forgotten.
#include <climits>
#include <mutex>

class Set {
  struct Node {
    int key;
    Node* next;
  };
  Node* head_;
  std::mutex mutex_;
  Node* before(int key) {
    Node* pred = head_;
    while (pred->next->key < key) pred = pred->next;
    return pred;
  }

 public:
  Set() { head_ = new Node{INT_MIN, new Node{INT_MAX, nullptr}}; }
  bool insert(int key) {
    std::lock_guard<std::mutex> guard(mutex_);
    Node* pred = before(key);
    if (pred->next->key == key) return false;
    pred->next = new Node{key, pred->next};
    return true;
  }
  bool remove(int key) {
    std::lock_guard<std::mutex> guard(mutex_);
    Node* pred = before(key);
    Node* node = pred->next;
    if (node->key != key) return false;
    pred->next = node->next;
    delete node;
    return true;
  }
  bool contains(int key) {
    std::lock_guard<std::mutex> guard(mutex_);
    return before(key)->next->key == key;
  }
};
