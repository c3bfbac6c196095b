// SPDX-License-Identifier: Apache-2.0
// A queue whose operations are atomic blocks (the coarse queue of Wolff's thesis, Algorithm 5, with the line it
// lacks: the first cell's next is set).
// proved: gc own mm
// right mutants: 2=gc
#include <heddle/prove.h>

typedef struct node {
  int data;
  struct node *next;
} node;

static node *head, *tail;

void init(void) {
  node *dummy = HEDDLE_NEW(node);
#if MUTANT != 1  // as printed
  dummy->next = NULL;
#endif
  head = dummy;
  tail = dummy;
}

void enqueue(int value) {
  node *cell = HEDDLE_NEW(node);
  cell->data = value;
  cell->next = NULL;
  HEDDLE_ATOMIC_BEGIN();
  tail->next = cell;
  tail = cell;
  HEDDLE_LINEARIZE(value);
  HEDDLE_ATOMIC_END();
}

int dequeue(void) {
  int value = HEDDLE_EMPTY;
  HEDDLE_ATOMIC_BEGIN();
  node *first = head;
  node *next = first->next;
  if (next == NULL) {
    HEDDLE_LINEARIZE(HEDDLE_EMPTY);
  } else {
#if MUTANT != 2  // reads the data when the cell may be gone
    value = next->data;
#endif
    head = next;
    HEDDLE_LINEARIZE(next->data);
  }
  HEDDLE_ATOMIC_END();
  if (next != NULL) {
#if MUTANT == 2
    value = next->data;
#endif
    HEDDLE_FREE(first);
  }
  return value;
}

HEDDLE_INIT(init)
HEDDLE_QUEUE(enqueue, dequeue)
