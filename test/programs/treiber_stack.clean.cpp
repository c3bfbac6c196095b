// SPDX-License-Identifier: Apache-2.0
// A lock-free stack that never frees.
#include <atomic>
#include <thread>

struct Node {
  int value;
  Node* next;
};
std::atomic<Node*> top;
Node nodes[200];
int sum[2];
void work(int from, int& total) {
  for (int i = from; i < from + 100; i++) {
    Node* node = &nodes[i];
    node->value = i;
    node->next = top.load(std::memory_order_relaxed);
    while (
        !top.compare_exchange_weak(node->next, node, std::memory_order_release, std::memory_order_relaxed)) {
    }
  }
  for (Node* node = top.load(std::memory_order_acquire); node; node = node->next) total += node->value;
}

int main() {
  std::thread first([] { work(0, sum[0]); });
  std::thread second([] { work(100, sum[1]); });
  first.join();
  second.join();
}
