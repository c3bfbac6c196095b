// SPDX-License-Identifier: Apache-2.0
// Treiber's stack without version counters: right only if memory is collected.
// proved: gc
// wrong: own mm
#include <heddle/prove.h>

typedef struct node {
  int data;
  struct node *next;
} node;

static _Atomic(node *) top;

void push(int value) {
  node *cell = HEDDLE_NEW(node);
  cell->data = value;
  node *old;
#if MUTANT == 1  // early
  old = top;
  HEDDLE_LINEARIZE(value);
#endif
#if MUTANT == 2  // reads the top once: the exchange can fail for ever, never wrongly; see mutant 3
  old = top;
  cell->next = NULL;
#endif
  do {
#if MUTANT != 2
    old = top;
#endif
#if MUTANT != 3 && MUTANT != 2  // forgets the rest
    cell->next = old;
#endif
#if MUTANT == 4  // no compare-and-swap: lost update
    top = cell;
  } while (0);
#else
  } while (!__atomic_compare_exchange_n((node **)&top, &old, cell, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
#endif
#if MUTANT != 1
  HEDDLE_LINEARIZE(value);
#endif
}

int pop(void) {
  while (true) {
    node *old = top;
    if (old == NULL) {
#if MUTANT == 5  // late: a push may have come between
      old = top;
#endif
      HEDDLE_LINEARIZE(HEDDLE_EMPTY);
      return HEDDLE_EMPTY;
    }
    node *next = old->next;
#if MUTANT == 6  // early
    HEDDLE_LINEARIZE(old->data);
#endif
#if MUTANT == 7  // no compare-and-swap: two threads pop the same cell
    top = next;
    if (true) {
#else
    if (__atomic_compare_exchange_n((node **)&top, &old, next, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
#endif
#if MUTANT != 6 && MUTANT != 8
      HEDDLE_LINEARIZE(old->data);
#endif
      int value = old->data;
#if MUTANT == 8  // late: after the data was read
      HEDDLE_LINEARIZE(value);
#endif
      HEDDLE_FREE(old);
      return value;
    }
  }
}

#if MUTANT == 9
HEDDLE_QUEUE(push, pop)
#else
HEDDLE_STACK(push, pop)
#endif
