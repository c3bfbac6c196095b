// SPDX-License-Identifier: Apache-2.0
// Michael and Scott's queue with a lock for each end.
// proved: gc own mm
#include <heddle/prove.h>

typedef struct node {
  int data;
  _Atomic(struct node *) next;
} node;

static node *head, *tail;
static heddle_lock_t head_lock, tail_lock;

void init(void) {
  node *dummy = HEDDLE_NEW(node);
  dummy->next = NULL;
  head = dummy;
  tail = dummy;
}

void enqueue(int value) {
  node *cell = HEDDLE_NEW(node);
  cell->data = value;
  cell->next = NULL;
#if MUTANT != 1
  heddle_lock(&tail_lock);
#endif
#if MUTANT == 2  // tail first: what comes between is lost when another enqueues
  node *last = tail;
  tail = cell;
  HEDDLE_LINEARIZE(value);
  last->next = cell;
#else
  tail->next = cell;
#if MUTANT != 3
  HEDDLE_LINEARIZE(value);
#endif
  tail = cell;
#if MUTANT == 3  // late: a dequeuer can be first
  HEDDLE_LINEARIZE(value);
#endif
#endif
#if MUTANT != 1
  heddle_unlock(&tail_lock);
#endif
}

int dequeue(void) {
#if MUTANT != 4
  heddle_lock(&head_lock);
#endif
  node *first = head;
  node *next = first->next;
  if (next == NULL) {
#if MUTANT != 5
    HEDDLE_LINEARIZE(HEDDLE_EMPTY);
#endif
#if MUTANT != 4
    heddle_unlock(&head_lock);
#endif
#if MUTANT == 5  // late
    HEDDLE_LINEARIZE(HEDDLE_EMPTY);
#endif
    return HEDDLE_EMPTY;
  }
  int value = next->data;
  head = next;
  HEDDLE_LINEARIZE(value);
#if MUTANT == 6  // twice
  HEDDLE_LINEARIZE(value);
#endif
#if MUTANT != 4
  heddle_unlock(&head_lock);
#endif
  HEDDLE_FREE(first);
  return value;
}

HEDDLE_INIT(init)
#if MUTANT == 7
HEDDLE_STACK(enqueue, dequeue)
#else
HEDDLE_QUEUE(enqueue, dequeue)
#endif
