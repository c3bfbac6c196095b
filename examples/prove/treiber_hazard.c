// SPDX-License-Identifier: Apache-2.0
// Treiber's stack on malloc and free. A hazard pointer keeps the cell that a pop looks at from being freed.
#include <stdatomic.h>
#include <stdlib.h>

#include <heddle/hazard.h>

typedef struct node {
  int data;
  struct node *next;
} node;

static _Atomic(node *) top;

void push(int value) {
  node *cell = malloc(sizeof(node));
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
    heddle_protect(0, old);
    if (old != atomic_load(&top)) continue;  // was it in time?
    node *next = old->next;
    if (atomic_compare_exchange_strong(&top, &old, next)) {
      HEDDLE_LINEARIZE(old->data);
      int value = old->data;
      heddle_protect(0, NULL);
      heddle_retire_free(old);
      return value;
    }
  }
}

HEDDLE_STACK(push, pop)
