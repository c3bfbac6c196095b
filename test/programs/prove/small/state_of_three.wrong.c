// SPDX-License-Identifier: Apache-2.0
// A local of three values: 2 is neither 0 nor 1.
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
  heddle_lock(&lock);
  cell->next = top;
  top = cell;
  HEDDLE_LINEARIZE(value);
  heddle_unlock(&lock);
}

int pop(void) {
  heddle_lock(&lock);
  int state = 0;
  node *cell = top;
  if (cell == NULL) state = 1;
  if (cell != NULL && cell->next == NULL) state = 2;
  if (state == 1) {
    HEDDLE_LINEARIZE(HEDDLE_EMPTY);
    heddle_unlock(&lock);
    return HEDDLE_EMPTY;
  }
  top = cell->next;
  HEDDLE_LINEARIZE(cell->data);
  heddle_unlock(&lock);
  if (state == 2) return HEDDLE_EMPTY;
  int value = cell->data;
  HEDDLE_FREE(cell);
  return value;
}

HEDDLE_STACK(push, pop)
