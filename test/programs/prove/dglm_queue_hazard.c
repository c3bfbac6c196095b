// SPDX-License-Identifier: Apache-2.0
// Doherty, Groves, Luchangco and Moir's queue with hazard pointers: the head may overtake the tail, and cells are
// gone when they are freed.
// proved: gc own mm
// right mutants: 4=gc 5=gc 6=gc 7=gc 8=gc 9=gc 10=gc 11=gc 12=gc 13=gc
#include <heddle/hazard.h>
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
  while (true) {
    last = tail;
#if MUTANT != 4  // no protection: writes to freed memory
    heddle_protect(0, last);
#endif
#if MUTANT != 5  // protects, but does not look whether it was in time
    if (last != tail) continue;
#endif
    node *next = last->next;
    if (last != tail) continue;
#if MUTANT == 6  // ends the protection before it writes
    heddle_protect(0, NULL);
#endif
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
#if MUTANT == 7  // ends the protection before it moves the tail
  heddle_protect(0, NULL);
#endif
  CAS(&tail, last, cell);
  heddle_protect(0, NULL);
}

int dequeue(void) {
  while (true) {
    node *first = head;
#if MUTANT != 8  // no protection
    heddle_protect(0, first);
#endif
#if MUTANT != 9  // protects, but does not look whether it was in time
    if (first != head) continue;
#endif
    node *next = first->next;
    HEDDLE_LINEARIZE_IF(next == NULL, HEDDLE_EMPTY);
#if MUTANT == 11  // with the hazard pointer that protects the first cell
    heddle_protect(0, next);
#elif MUTANT != 10  // the second cell is not protected
    heddle_protect(1, next);
#endif
    if (first != head) continue;
    if (next == NULL) {
      heddle_protect(0, NULL);
      return HEDDLE_EMPTY;
    }
    int value = next->data;
#if MUTANT == 3
    head = next;
    if (true) {
#else
    if (CAS(&head, first, next)) {
#endif
      HEDDLE_LINEARIZE(value);
#if MUTANT != 13  // retires a cell that the tail may still be at
      node *last = tail;
      if (first == last) CAS(&tail, last, next);
#endif
      heddle_protect(0, NULL);
      heddle_protect(1, NULL);
#if MUTANT == 12  // frees what others may look at
      free(first);
#else
      heddle_retire_free(first);
#endif
#if MUTANT == 14  // late: and a second time
      HEDDLE_LINEARIZE(value);
#endif
      return value;
    }
  }
}

HEDDLE_INIT(init)
#if MUTANT == 1
HEDDLE_STACK(enqueue, dequeue)
#else
HEDDLE_QUEUE(enqueue, dequeue)
#endif
