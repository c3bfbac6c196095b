// SPDX-License-Identifier: Apache-2.0
// Michael and Scott's lock-free queue without version counters: right only if memory is collected.
// proved: gc
// right mutants: 5=gc
// wrong: own mm
#include <heddle/prove.h>

typedef struct node {
  int data;
  _Atomic(struct node *) next;
} node;

static _Atomic(node *) head, tail;

#define CAS(place, expected, desired)                                                                     \
  __atomic_compare_exchange_n((node **)(place), &(node *){expected}, desired, false, __ATOMIC_SEQ_CST, \
                              __ATOMIC_SEQ_CST)

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
  node *last;
  while (true) {
    last = tail;
    node *next = last->next;
    if (last != tail) continue;
#if MUTANT == 1  // early
    HEDDLE_LINEARIZE(value);
#endif
    if (next == NULL) {
#if MUTANT == 2  // lost update
      last->next = cell;
      if (true) {
#else
      if (CAS(&last->next, next, cell)) {
#endif
#if MUTANT != 1 && MUTANT != 3
        HEDDLE_LINEARIZE(value);
#endif
        break;
      }
    } else {
      CAS(&tail, last, next);
    }
  }
  CAS(&tail, last, cell);
#if MUTANT == 3  // late
  HEDDLE_LINEARIZE(value);
#endif
}

int dequeue(void) {
  while (true) {
    node *first = head;
    node *last = tail;
    node *next = first->next;
#if MUTANT != 4
    HEDDLE_LINEARIZE_IF(next == NULL, HEDDLE_EMPTY);
#endif
#if MUTANT != 5  // harmless under collection except for the empty answer
    if (first != head) continue;
#endif
    if (first == last) {
      if (next == NULL) {
#if MUTANT == 4  // late
        HEDDLE_LINEARIZE(HEDDLE_EMPTY);
#endif
        return HEDDLE_EMPTY;
      }
      CAS(&tail, last, next);
    } else {
#if MUTANT == 6
      int value = first->data;
#else
      int value = next->data;
#endif
#if MUTANT == 7
      HEDDLE_LINEARIZE(value);
#endif
#if MUTANT == 8
      head = next;
      if (true) {
#else
      if (CAS(&head, first, next)) {
#endif
#if MUTANT != 7
        HEDDLE_LINEARIZE(value);
#endif
        HEDDLE_FREE(first);
        return value;
      }
    }
  }
}

HEDDLE_INIT(init)
#if MUTANT == 9
HEDDLE_STACK(enqueue, dequeue)
#else
HEDDLE_QUEUE(enqueue, dequeue)
#endif
