// SPDX-License-Identifier: Apache-2.0
// Whoever drops the last reference destroys the object after all others are done with it.
#include <memory>
#include <thread>

struct Node {
  int value = 0;
  ~Node() { value = -1; }
};

int main() {
  for (int i = 0; i < 50; i++) {
    auto p = std::make_shared<Node>();
    std::thread a([q = p]() mutable {
      (void)q->value;
      q.reset();
    });
    std::thread b([q = p]() mutable {
      (void)q->value;
      q.reset();
    });
    p.reset();
    a.join();
    b.join();
  }
}
