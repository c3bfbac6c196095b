// SPDX-License-Identifier: Apache-2.0
// A lock that looks and then takes: another can come between.
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
  while (atomic_load(&busy)) {
  }
  atomic_store(&busy, 1);
  cell->next = top;
  top = cell;
  HEDDLE_LINEARIZE(value);
  atomic_store(&busy, 0);
}

int pop(void) {
  while (atomic_load(&busy)) {
  }
  atomic_store(&busy, 1);
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
