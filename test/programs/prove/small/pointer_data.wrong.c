// SPDX-License-Identifier: Apache-2.0
// The data is a pointer and is compared: the same pointer is lost the second time.
#include <stdatomic.h>

#include <heddle/prove.h>

typedef struct node {
  void *data;
  struct node *next;
} node;

static _Atomic(node *) top;

void push(void *value) {
  node *cell = HEDDLE_NEW(node);
  cell->data = value;
  node *old = atomic_load(&top);
  if (old != NULL && old->data == value) return;
  do {
    cell->next = old;
  } while (!atomic_compare_exchange_weak(&top, &old, cell));
  HEDDLE_LINEARIZE(value);
}

void *pop(void) {
  node *old = atomic_load(&top);
  do {
    if (old == NULL) {
      HEDDLE_LINEARIZE(HEDDLE_EMPTY);
      return NULL;
    }
  } while (!atomic_compare_exchange_weak(&top, &old, old->next));
  HEDDLE_LINEARIZE(old->data);
  return old->data;
}

HEDDLE_STACK(push, pop)
