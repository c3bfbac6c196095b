// SPDX-License-Identifier: Apache-2.0
// std::mutex, std::lock_guard, new and delete.
#include <mutex>

#include <heddle/prove.h>

namespace {
struct Node {
  int data;
  Node *next;
};
Node *top;
std::mutex mutex;
}  // namespace

void push(int value) {
  Node *cell = new Node{value, nullptr};
  const std::lock_guard<std::mutex> guard(mutex);
  cell->next = top;
  top = cell;
  HEDDLE_LINEARIZE(value);
}

bool pop(int *out) {
  Node *cell = nullptr;
  {
    const std::lock_guard guard(mutex);
    cell = top;
    if (cell != nullptr) top = cell->next;
    HEDDLE_LINEARIZE(cell != nullptr ? cell->data : HEDDLE_EMPTY);
  }
  if (cell == nullptr) return false;
  *out = cell->data;
  delete cell;
  return true;
}

HEDDLE_STACK(push, pop)
