// SPDX-License-Identifier: Apache-2.0
// The data reaches into the pointer.
#include <heddle/prove.h>

typedef struct node {
  struct node *next;
} node;
#define DATA(cell) (*(int *)((char *)(cell) + 4))

static node *top;
static heddle_lock_t lock;

void push(int value) {
  node *cell = HEDDLE_NEW(node);
  DATA(cell) = value;
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
  HEDDLE_LINEARIZE(DATA(cell));
  heddle_unlock(&lock);
  int value = DATA(cell);
  HEDDLE_FREE(cell);
  return value;
}

HEDDLE_STACK(push, pop)
