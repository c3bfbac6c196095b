// SPDX-License-Identifier: Apache-2.0
// A lock is enough: nobody looks at a cell that was taken out.
#include <heddle/hazard.h>

typedef struct node {
  int data;
  struct node *next;
} node;

static node *top;
static heddle_lock_t lock;

void push(int value) {
  node *cell = HEDDLE_NEW(node);
  cell->data = value;
  heddle_lock(&lock);
  cell->next = top;
  top = cell;
  HEDDLE_LINEARIZE(value);
  heddle_unlock(&lock);
}

int pop(void) {
  heddle_lock(&lock);
  node *cell = top;
  if (cell == NULL) {
    HEDDLE_LINEARIZE(HEDDLE_EMPTY);
    heddle_unlock(&lock);
    return HEDDLE_EMPTY;
  }
  top = cell->next;
  HEDDLE_LINEARIZE(cell->data);
  heddle_unlock(&lock);
  int value = cell->data;
  heddle_retire(cell);
  return value;
}

HEDDLE_STACK(push, pop)
