// SPDX-License-Identifier: Apache-2.0
// A stack that frees a cell only when the next one is popped: until then it waits in a shared variable. The cell
// one thread has taken from `top` and the one another has taken from `waiting` are never the same, but neither thread
// knows that alone: the proof for explicit memory needs two threads a view.
#include <heddle/prove.h>

typedef struct node {
  int data;
  struct node *next;
} node;

static node *top;
static node *waiting;

void push(int value) {
  node *cell = HEDDLE_NEW(node);
  cell->data = value;
  HEDDLE_ATOMIC_BEGIN();
  cell->next = top;
  top = cell;
  HEDDLE_LINEARIZE(value);
  HEDDLE_ATOMIC_END();
}

int pop(void) {
  HEDDLE_ATOMIC_BEGIN();
  node *cell = top;
  if (cell != NULL) {
    top = cell->next;
    HEDDLE_LINEARIZE(cell->data);
  } else {
    HEDDLE_LINEARIZE(HEDDLE_EMPTY);
  }
  HEDDLE_ATOMIC_END();
  if (cell == NULL) return HEDDLE_EMPTY;
  int value = cell->data;
  cell->next = NULL;
  HEDDLE_ATOMIC_BEGIN();
  node *old = waiting;
  waiting = cell;
  HEDDLE_ATOMIC_END();
  if (old != NULL) HEDDLE_FREE(old);
  return value;
}

HEDDLE_STACK(push, pop)
