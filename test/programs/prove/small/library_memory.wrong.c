// SPDX-License-Identifier: Apache-2.0
// free() gives the memory back: a late reader of old->next is outside its program. With HEDDLE_FREE it would be right.
// proved: gc
#include <stdlib.h>

#include <heddle/prove.h>

typedef struct node {
  int data;
  struct node *next;
} node;

static heddle_tagged top;

void push(int value) {
  node *cell = malloc(sizeof(node));
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
    if (heddle_cas(&top, old, next)) {
      HEDDLE_LINEARIZE(cell->data);
      int value = cell->data;
      free(cell);
      return value;
    }
  }
}

HEDDLE_STACK(push, pop)
