// SPDX-License-Identifier: Apache-2.0
// push is atomic for other blocks only, and pop is none.
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
  HEDDLE_ATOMIC_BEGIN();
  cell->next = atomic_load(&top);
  atomic_store(&top, cell);
  HEDDLE_LINEARIZE(value);
  HEDDLE_ATOMIC_END();
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
