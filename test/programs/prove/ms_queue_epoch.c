// SPDX-License-Identifier: Apache-2.0
// Michael and Scott's queue with epochs: no version counters, and cells are gone when they are freed.
// proved: gc own mm
// right mutants: 4=gc 5=gc 6=gc 7=gc 8=gc 9=gc 10=gc 11=gc 12=gc
#include <heddle/epoch.h>
#include <stdlib.h>

typedef struct node {
  int data;
  _Atomic(struct node *) next;
} node;

static _Atomic(node *) head, tail;

#define CAS(place, expected, desired)                                                                     \
  __atomic_compare_exchange_n((node **)(place), &(node *){expected}, desired, false, __ATOMIC_SEQ_CST, \
                              __ATOMIC_SEQ_CST)

void init(void) {
  node *dummy = malloc(sizeof(node));
  dummy->next = NULL;
  head = dummy;
  tail = dummy;
}

void enqueue(int value) {
  node *cell = malloc(sizeof(node));
  cell->data = value;
  cell->next = NULL;
  node *last;
#if MUTANT != 4  // no epoch: writes to freed memory
  heddle_enter();
#endif
  while (true) {
    last = tail;
#if MUTANT == 5  // enters again, after it has read the tail
    heddle_leave();
    heddle_enter();
#endif
    node *next = last->next;
    if (last != tail) continue;
    if (next == NULL) {
#if MUTANT == 2  // lost update
      last->next = cell;
      if (true) {
#else
      if (CAS(&last->next, next, cell)) {
#endif
        HEDDLE_LINEARIZE(value);
        break;
      }
    } else {
      CAS(&tail, last, next);
    }
  }
#if MUTANT == 6  // leaves before it has moved the tail
  heddle_leave();
#endif
  CAS(&tail, last, cell);
#if MUTANT != 4 && MUTANT != 6
  heddle_leave();
#endif
}

int dequeue(void) {
#if MUTANT != 7  // no epoch
  heddle_enter();
#endif
  while (true) {
    node *first = head;
    node *last = tail;
#if MUTANT == 8  // enters again, after it has read the head
    heddle_leave();
    heddle_enter();
#endif
    node *next = first->next;
    HEDDLE_LINEARIZE_IF(next == NULL, HEDDLE_EMPTY);
    if (first != head) continue;
    if (first == last) {
      if (next == NULL) {
#if MUTANT != 7 && MUTANT != 9  // does not leave
        heddle_leave();
#endif
        return HEDDLE_EMPTY;
      }
      CAS(&tail, last, next);
    } else {
#if MUTANT == 10  // leaves before it has read the value
      heddle_leave();
#endif
      int value = next->data;
#if MUTANT == 3
      head = next;
      if (true) {
#else
      if (CAS(&head, first, next)) {
#endif
        HEDDLE_LINEARIZE(value);
#if MUTANT == 11  // frees what others may look at
        free(first);
#else
        heddle_retire_free(first);
#endif
#if MUTANT == 12  // retires the cell that is in the queue
        heddle_retire_free(next);
#endif
#if MUTANT == 13  // late: and a second time
        HEDDLE_LINEARIZE(value);
#endif
#if MUTANT != 7 && MUTANT != 10
        heddle_leave();
#endif
        return value;
      }
#if MUTANT == 10
      heddle_enter();
#endif
    }
  }
}

HEDDLE_INIT(init)
#if MUTANT == 1
HEDDLE_STACK(enqueue, dequeue)
#else
HEDDLE_QUEUE(enqueue, dequeue)
#endif
