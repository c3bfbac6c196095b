// SPDX-License-Identifier: Apache-2.0
// A pointer published with release.
#include <atomic>
#include <thread>

struct Node {
  int value;
};
std::atomic<Node*> head;
int y;

int main() {
  std::thread first([] { head.store(new Node{5}, std::memory_order_release); });
  std::thread second([] {
    Node* node;
    while ((node = head.load(std::memory_order_acquire)) == nullptr) std::this_thread::yield();
    y = node->value;
    delete node;
  });
  first.join();
  second.join();
  return y == 5 ? 0 : 9;
}
