// SPDX-License-Identifier: Apache-2.0
// Doherty, Groves, Luchangco and Moir's queue: as Michael and Scott's, but the head may overtake the tail.
// proved: gc
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
    if (next == NULL) {
      if (CAS(&last->next, next, cell)) {
        HEDDLE_LINEARIZE(value);
        break;
      }
    } else {
      CAS(&tail, last, next);
    }
  }
  CAS(&tail, last, cell);
}

int dequeue(void) {
  while (true) {
    node *first = head;
    node *next = first->next;
    HEDDLE_LINEARIZE_IF(next == NULL, HEDDLE_EMPTY);
    if (first != head) continue;
    if (next == NULL) return HEDDLE_EMPTY;
    int value = next->data;
#if MUTANT == 1
    HEDDLE_LINEARIZE(value);
#endif
    if (CAS(&head, first, next)) {
#if MUTANT != 1 && MUTANT != 2
      HEDDLE_LINEARIZE(value);
#endif
      node *last = tail;
      if (first == last) CAS(&tail, last, next);
#if MUTANT == 2
      HEDDLE_LINEARIZE(value);
#endif
      HEDDLE_FREE(first);
      return value;
    }
  }
}

HEDDLE_INIT(init)
#if MUTANT == 3
HEDDLE_STACK(enqueue, dequeue)
#else
HEDDLE_QUEUE(enqueue, dequeue)
#endif
