// SPDX-License-Identifier: Apache-2.0
// A block in pop, and a push that does not care.
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
  do {
    cell->next = old;
  } while (!atomic_compare_exchange_weak(&top, &old, cell));
  HEDDLE_LINEARIZE(value);
}

int pop(void) {
  HEDDLE_ATOMIC_BEGIN();
  node *old = atomic_load(&top);
  if (old != NULL) {
    atomic_store(&top, old->next);
    HEDDLE_LINEARIZE(old->data);
  } else {
    HEDDLE_LINEARIZE(HEDDLE_EMPTY);
  }
  HEDDLE_ATOMIC_END();
  return old == NULL ? HEDDLE_EMPTY : old->data;
}

HEDDLE_STACK(push, pop)
