// SPDX-License-Identifier: Apache-2.0
// The field is changed outside a block after the cell was shown.
#include <heddle/prove.h>

typedef struct node {
  int data;
  struct node *next;
} node;

static node *top;

void push(int value) {
  node *cell = HEDDLE_NEW(node);
  cell->data = value;
  HEDDLE_ATOMIC_BEGIN();
  node *old = top;
  cell->next = NULL;
  top = cell;
  HEDDLE_LINEARIZE(value);
  HEDDLE_ATOMIC_END();
  cell->next = old;
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
  return cell == NULL ? HEDDLE_EMPTY : cell->data;
}

HEDDLE_STACK(push, pop)
