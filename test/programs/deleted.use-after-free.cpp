// SPDX-License-Identifier: Apache-2.0
// A member is read through a pointer that outlived its object.
#include <memory>

struct Node {
  int before[4];
  int value;
};

int main() {
  auto owner = std::make_unique<Node>();
  Node* volatile stale = owner.get();
  owner.reset();
  volatile int value = stale->value;
  (void)value;
}
