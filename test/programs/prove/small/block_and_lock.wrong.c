// SPDX-License-Identifier: Apache-2.0
// A lock inside an atomic block and a block inside the lock: the operations can wait for each other.
#include <heddle/prove.h>

typedef struct node {
  int data;
  struct node *next;
} node;

static node *top;
static heddle_lock_t lock;

void push(int value) {
  node *cell = HEDDLE_NEW(node);
  cell->data = value;
  HEDDLE_ATOMIC_BEGIN();
  heddle_lock(&lock);
  cell->next = top;
  top = cell;
  HEDDLE_LINEARIZE(value);
  heddle_unlock(&lock);
  HEDDLE_ATOMIC_END();
}

int pop(void) {
  heddle_lock(&lock);
  HEDDLE_ATOMIC_BEGIN();
  node *cell = top;
  if (cell == NULL) {
    HEDDLE_LINEARIZE(HEDDLE_EMPTY);
    HEDDLE_ATOMIC_END();
  heddle_unlock(&lock);
    return HEDDLE_EMPTY;
  }
  top = cell->next;
  HEDDLE_LINEARIZE(cell->data);
  HEDDLE_ATOMIC_END();
  heddle_unlock(&lock);
  int value = cell->data;
  HEDDLE_FREE(cell);
  return value;
}

HEDDLE_STACK(push, pop)
