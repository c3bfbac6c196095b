// SPDX-License-Identifier: Apache-2.0
// A pointer published with relaxed.
#include <atomic>
#include <thread>

struct Node {
  int value;
};
std::atomic<Node*> head;
int y;

int main() {
  std::thread first([] { head.store(new Node{5}, std::memory_order_relaxed); });
  std::thread second([] {
    Node* node;
    while ((node = head.load(std::memory_order_relaxed)) == nullptr) std::this_thread::yield();
    y = node->value;
  });
  first.join();
  second.join();
}
