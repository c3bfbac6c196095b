// SPDX-License-Identifier: Apache-2.0
// pop gives the lock back twice, the second time that of another thread.
#include <stdatomic.h>

#include <heddle/prove.h>

typedef struct node {
  int data;
  struct node *next;
} node;

static node *top;
static atomic_flag busy = ATOMIC_FLAG_INIT;

void push(int value) {
  node *cell = HEDDLE_NEW(node);
  cell->data = value;
  while (atomic_flag_test_and_set(&busy)) {
  }
  cell->next = top;
  top = cell;
  HEDDLE_LINEARIZE(value);
  atomic_flag_clear(&busy);
}

int pop(void) {
  while (atomic_flag_test_and_set(&busy)) {
  }
  node *cell = top;
  if (cell == NULL) {
    HEDDLE_LINEARIZE(HEDDLE_EMPTY);
    atomic_flag_clear(&busy);
    return HEDDLE_EMPTY;
  }
  top = cell->next;
  HEDDLE_LINEARIZE(cell->data);
  atomic_flag_clear(&busy);
  atomic_flag_clear(&busy);
  int value = cell->data;
  HEDDLE_FREE(cell);
  return value;
}

HEDDLE_STACK(push, pop)
