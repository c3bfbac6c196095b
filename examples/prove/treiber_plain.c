// SPDX-License-Identifier: Apache-2.0
// Treiber's stack as it is first written: right only if memory is collected.
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
  node *old;
  do {
    old = atomic_load(&top);
    cell->next = old;
  } while (!atomic_compare_exchange_strong(&top, &old, cell));
  HEDDLE_LINEARIZE(value);
}

int pop(void) {
  while (true) {
    node *old = atomic_load(&top);
    if (old == NULL) {
      HEDDLE_LINEARIZE(HEDDLE_EMPTY);
      return HEDDLE_EMPTY;
    }
    node *next = old->next;
    if (atomic_compare_exchange_strong(&top, &old, next)) {
      HEDDLE_LINEARIZE(old->data);
      int value = old->data;
      HEDDLE_FREE(old);
      return value;
    }
  }
}

HEDDLE_STACK(push, pop)
