// SPDX-License-Identifier: Apache-2.0
// A stack whose operations are atomic blocks (the coarse stack of Wolff's thesis, Algorithm 4).
// proved: gc own mm
// right mutants: 3=gc
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
  cell->next = top;
#if MUTANT == 1  // the block ends too early
  HEDDLE_ATOMIC_END();
#endif
  top = cell;
  HEDDLE_LINEARIZE(value);
#if MUTANT != 1
  HEDDLE_ATOMIC_END();
#endif
}

int pop(void) {
  HEDDLE_ATOMIC_BEGIN();
  node *cell = top;
  if (cell != NULL) {
#if MUTANT == 2  // between the read and the write
    HEDDLE_ATOMIC_END();
    HEDDLE_ATOMIC_BEGIN();
#endif
    top = cell->next;
    HEDDLE_LINEARIZE(cell->data);
  } else {
    HEDDLE_LINEARIZE(HEDDLE_EMPTY);
  }
  HEDDLE_ATOMIC_END();
  if (cell == NULL) return HEDDLE_EMPTY;
#if MUTANT == 3  // freed before it is read
  HEDDLE_FREE(cell);
#endif
  int value = cell->data;
#if MUTANT != 3
  HEDDLE_FREE(cell);
#endif
  return value;
}

HEDDLE_STACK(push, pop)
