// SPDX-License-Identifier: Apache-2.0
// A size counter beside.
#include <stdatomic.h>

#include <heddle/prove.h>

typedef struct node {
  int data;
  struct node *next;
} node;

static _Atomic(node *) top;
static atomic_int size;

void push(int value) {
  node *cell = HEDDLE_NEW(node);
  cell->data = value;
  node *old = atomic_load(&top);
  do {
    cell->next = old;
  } while (!atomic_compare_exchange_weak(&top, &old, cell));
  HEDDLE_LINEARIZE(value);
  atomic_fetch_add(&size, 1);
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
  atomic_fetch_sub(&size, 1);
  return old->data;
}

HEDDLE_STACK(push, pop)
