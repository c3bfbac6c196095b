// SPDX-License-Identifier: Apache-2.0
// std::atomic, and an exchange whose result nobody looks at.
#include <atomic>

#include <heddle/prove.h>

struct node {
  int data;
  node *next;
};
static std::atomic<node *> top;

void push(int value) {
  node *cell = HEDDLE_NEW(node);
  cell->data = value;
  node *old = top.load();
  cell->next = old;
  top.compare_exchange_strong(old, cell);
  HEDDLE_LINEARIZE(value);
}

int pop() {
  node *old = top.load();
  do {
    if (!old) {
      HEDDLE_LINEARIZE(HEDDLE_EMPTY);
      return HEDDLE_EMPTY;
    }
  } while (!top.compare_exchange_weak(old, old->next));
  HEDDLE_LINEARIZE(old->data);
  return old->data;
}

HEDDLE_STACK(push, pop)
