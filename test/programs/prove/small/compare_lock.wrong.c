// SPDX-License-Identifier: Apache-2.0
// The expected value is what was found the first time, so the lock is taken though it is held.
#include <stdatomic.h>

#include <heddle/prove.h>

typedef struct node {
  int data;
  struct node *next;
} node;

static node *top;
static atomic_int busy;

void push(int value) {
  node *cell = HEDDLE_NEW(node);
  cell->data = value;
  for (int free = 0; !atomic_compare_exchange_weak(&busy, &free, 1);) {
  }
  cell->next = top;
  top = cell;
  HEDDLE_LINEARIZE(value);
  atomic_store(&busy, 0);
}

int pop(void) {
  for (int free = 0; !atomic_compare_exchange_weak(&busy, &free, 1);) {
  }
  node *cell = top;
  if (cell == NULL) {
    HEDDLE_LINEARIZE(HEDDLE_EMPTY);
    atomic_store(&busy, 0);
    return HEDDLE_EMPTY;
  }
  top = cell->next;
  HEDDLE_LINEARIZE(cell->data);
  atomic_store(&busy, 0);
  int value = cell->data;
  HEDDLE_FREE(cell);
  return value;
}

HEDDLE_STACK(push, pop)
