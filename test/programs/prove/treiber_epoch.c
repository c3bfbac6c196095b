// SPDX-License-Identifier: Apache-2.0
// Treiber's stack with epochs: no version counters, and cells are gone when they are freed.
// proved: gc own mm
// right mutants: 5=gc 6=gc 7=gc 8=gc 9=gc 10=gc 11=gc 12=gc 13=gc
#include <heddle/epoch.h>
#include <stdlib.h>

typedef struct node {
  int data;
  struct node *next;
} node;

static _Atomic(node *) top;

void push(int value) {
  node *cell = malloc(sizeof(node));
  cell->data = value;
  heddle_enter();
  node *old;
  do {
    old = top;
#if MUTANT != 1  // forgets the rest
    cell->next = old;
#endif
#if MUTANT == 2  // no compare-and-swap: lost update
    top = cell;
  } while (0);
#else
  } while (!__atomic_compare_exchange_n((node **)&top, &old, cell, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
#endif
  HEDDLE_LINEARIZE(value);
  heddle_leave();
}

int pop(void) {
#if MUTANT != 5  // no epoch at all
  heddle_enter();
#endif
  while (true) {
    node *old = top;
    if (old == NULL) {
      HEDDLE_LINEARIZE(HEDDLE_EMPTY);
#if MUTANT != 5 && MUTANT != 7  // does not leave
      heddle_leave();
#endif
      return HEDDLE_EMPTY;
    }
#if MUTANT == 6  // enters again, after it has read the top
    heddle_leave();
    heddle_enter();
#endif
#if MUTANT == 8  // leaves too early
    heddle_leave();
#endif
#if MUTANT == 9  // retires too early
    heddle_retire_free(old);
#endif
    node *next = old->next;
#if MUTANT == 10  // leaves before the exchange
    heddle_leave();
#endif
#if MUTANT == 3  // no compare-and-swap: two threads pop the same cell
    top = next;
    if (true) {
#else
    if (__atomic_compare_exchange_n((node **)&top, &old, next, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
#endif
#if MUTANT != 4
      HEDDLE_LINEARIZE(old->data);
#endif
#if MUTANT == 11  // retires before it has read the data, and leaves
      heddle_retire_free(old);
      heddle_leave();
#endif
      int value = old->data;
#if MUTANT == 4  // late
      HEDDLE_LINEARIZE(value);
#endif
#if MUTANT != 5 && MUTANT != 8 && MUTANT != 10 && MUTANT != 11
      heddle_leave();
#endif
#if MUTANT == 12  // frees what others may look at
      free(old);
#elif MUTANT != 9 && MUTANT != 11
      heddle_retire_free(old);
#endif
#if MUTANT == 13  // retires twice
      heddle_retire_free(old);
#endif
      return value;
    }
#if MUTANT == 8 || MUTANT == 10
    heddle_enter();
#endif
  }
}

#if MUTANT == 14
HEDDLE_QUEUE(push, pop)
#else
HEDDLE_STACK(push, pop)
#endif
