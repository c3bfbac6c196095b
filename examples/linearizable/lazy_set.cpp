// SPDX-License-Identifier: Apache-2.0
// A sorted list with lazy removal (Heller, Herlihy, Luchangco, Moir, Scherer, Shavit 2005): who removes a node marks it
// first and unlinks it then, so that contains() needs no lock. The famous bug (-DFAMOUS_BUG) is to look for the place to
// insert, take the locks, and not look again: what was unlinked meanwhile is inserted behind, and lost.
#include <atomic>
#include <climits>
#include <mutex>

#include <heddle/linearizable.h>

class LazySet {
 public:
  ~LazySet() {
    for (Node* node = made_; node != nullptr;) {
      Node* next = node->made;
      delete node;
      node = next;
    }
  }
  bool add(int key) {
    while (true) {
      Node* before = nullptr;
      Node* at = find(key, before);
      const std::lock_guard first(before->lock);
      const std::lock_guard second(at->lock);
      if (!is_valid(before, at)) continue;
      if (at->key == key) return false;
      auto* node = new Node(key, at);
      node->made = made_.load();
      while (!made_.compare_exchange_strong(node->made, node)) {
      }
      before->next = node;
      return true;
    }
  }
  bool remove(int key) {
    while (true) {
      Node* before = nullptr;
      Node* at = find(key, before);
      const std::lock_guard first(before->lock);
      const std::lock_guard second(at->lock);
      if (!is_valid(before, at)) continue;
      if (at->key != key) return false;
      at->removed = true;
      before->next = at->next.load();
      return true;
    }
  }
  bool contains(int key) {
    Node* before = nullptr;
    const Node* at = find(key, before);
    return at->key == key && !at->removed;
  }

 private:
  struct Node {
    Node(int k, Node* n) : key(k), next(n) {}
    const int key;
    std::atomic<Node*> next;
    std::atomic<bool> removed{false};
    std::mutex lock;
    Node* made = nullptr;  // all nodes, until the end
  };
  Node* find(int key, Node*& before) {
    before = &head_;
    Node* at = head_.next;
    while (at->key < key) {
      before = at;
      at = at->next;
    }
    return at;
  }
  static bool is_valid(const Node* before, const Node* at) {
#ifdef FAMOUS_BUG
    (void)before, (void)at;
    return true;
#else
    return !before->removed && !at->removed && before->next == at;
#endif
  }
  Node tail_{INT_MAX, nullptr};
  Node head_{INT_MIN, &tail_};
  std::atomic<Node*> made_{nullptr};
};

int main() {
  return heddle::linearizable<LazySet, heddle::model::set<int>>("LazySet")
                 .operation("add", &LazySet::add, &heddle::model::set<int>::add)
                 .operation("remove", &LazySet::remove, &heddle::model::set<int>::remove)
                 .operation("contains", &LazySet::contains, &heddle::model::set<int>::contains)
                 .threads(2)
                 .calls(1)
                 .calls_before(1)
                 .values({1, 2})
                 .finally({"contains"})
                 .holds()
             ? 0
             : 1;
}
