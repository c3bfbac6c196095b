// SPDX-License-Identifier: Apache-2.0
// `cell` is indeterminate in the second pass of the loop.
#include <stdatomic.h>

#include <heddle/prove.h>

typedef struct node {
  int data;
  struct node *next;
} node;

static _Atomic(node *) top;

void push(int value) {
  bool made = false;
  while (true) {
    node *cell;
    if (!made) {
      cell = HEDDLE_NEW(node);
      cell->data = value;
      made = true;
    }
    node *old = atomic_load(&top);
    cell->next = old;
    if (atomic_compare_exchange_strong(&top, &old, cell)) {
      HEDDLE_LINEARIZE(value);
      return;
    }
  }
}

int pop(void) {
  node *old = atomic_load(&top);
  do {
    if (old == NULL) {
      HEDDLE_LINEARIZE(HEDDLE_EMPTY);
      return HEDDLE_EMPTY;
    }
  } while (!atomic_compare_exchange_weak(&top, &old, old->next));
  HEDDLE_LINEARIZE(old->data);
  return old->data;
}

HEDDLE_STACK(push, pop)
