// SPDX-License-Identifier: Apache-2.0
// A loop inside an atomic block: that it runs at all is not known.
// unknown: gc own mm
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
  for (int i = 0; i < 3; ++i) cell->next = top;
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
  return cell == NULL ? HEDDLE_EMPTY : cell->data;
}

HEDDLE_STACK(push, pop)
