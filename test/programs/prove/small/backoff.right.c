// SPDX-License-Identifier: Apache-2.0
// Back-off loops.
#include <stdatomic.h>

#include <heddle/prove.h>

typedef struct node {
  int data;
  struct node *next;
} node;

static _Atomic(node *) top;

void push(int value) {
  node *cell = HEDDLE_NEW(node);
  cell->data = value;
  node *old = atomic_load(&top);
  for (int failures = 1;; failures *= 2) {
    cell->next = old;
    if (atomic_compare_exchange_weak(&top, &old, cell)) break;
    for (volatile int i = 0; i < failures; i++) {
    }
    if (failures > 1024) failures = 1;
  }
  HEDDLE_LINEARIZE(value);
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
