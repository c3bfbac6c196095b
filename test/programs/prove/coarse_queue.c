// SPDX-License-Identifier: Apache-2.0
// A queue under one lock, with a dummy cell in front.
// proved: gc own mm
// right mutants: 10=gc 11=gc
#include <heddle/prove.h>

typedef struct node {
  int data;
  struct node *next;
} node;

static node *head, *tail;
static heddle_lock_t lock;

void init(void) {
  node *dummy = HEDDLE_NEW(node);
#if MUTANT != 1  // the list does not end
  dummy->next = NULL;
#endif
  head = dummy;
#if MUTANT != 2  // no tail
  tail = dummy;
#endif
}

void enqueue(int value) {
  node *cell = HEDDLE_NEW(node);
  cell->data = value;
#if MUTANT != 3
  cell->next = NULL;
#endif
#if MUTANT != 4
  heddle_lock(&lock);
#endif
#if MUTANT == 5  // swapped: links the cell to itself
  tail = cell;
  tail->next = cell;
#else
  tail->next = cell;
#if MUTANT != 6  // tail stays
  tail = cell;
#endif
#endif
#if MUTANT != 7
  HEDDLE_LINEARIZE(value);
#endif
#if MUTANT != 4
  heddle_unlock(&lock);
#endif
#if MUTANT == 7  // late
  heddle_lock(&lock);
  HEDDLE_LINEARIZE(value);
  heddle_unlock(&lock);
#endif
}

int dequeue(void) {
  heddle_lock(&lock);
  node *first = head;
  node *next = first->next;
  if (next == NULL) {
    HEDDLE_LINEARIZE(HEDDLE_EMPTY);
    heddle_unlock(&lock);
    return HEDDLE_EMPTY;
  }
#if MUTANT == 8  // the dummy's data instead of the first value
  int value = first->data;
#else
  int value = next->data;
#endif
#if MUTANT != 9  // head stays
  head = next;
#else
  head = first;
#endif
  HEDDLE_LINEARIZE(value);
  heddle_unlock(&lock);
#if MUTANT == 10  // frees the new dummy
  HEDDLE_FREE(next);
#else
  HEDDLE_FREE(first);
#endif
#if MUTANT == 11  // reads the value when others may have taken and freed its cell
  return next->data;
#else
  return value;
#endif
}

HEDDLE_INIT(init)
#if MUTANT == 12
HEDDLE_STACK(enqueue, dequeue)
#else
HEDDLE_QUEUE(enqueue, dequeue)
#endif
