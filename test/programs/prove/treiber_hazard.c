// SPDX-License-Identifier: Apache-2.0
// Treiber's stack with hazard pointers (Michael, 2004): no version counters, and cells are gone when they are
// freed. A push needs no protection: it does not follow what it has read.
// proved: gc own mm
// right mutants: 5=gc 6=gc 7=gc 8=gc 9=gc 10=gc 11=gc 12=gc 13=gc
#include <heddle/hazard.h>
#include <stdlib.h>

typedef struct node {
  int data;
  struct node *next;
} node;

static _Atomic(node *) top;

void push(int value) {
  node *cell = malloc(sizeof(node));
  cell->data = value;
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
}

int pop(void) {
  while (true) {
    node *old = top;
    if (old == NULL) {
      HEDDLE_LINEARIZE(HEDDLE_EMPTY);
      return HEDDLE_EMPTY;
    }
#if MUTANT != 5 && MUTANT != 7 && MUTANT != 8  // no protection
    heddle_protect(0, old);
#endif
#if MUTANT != 6  // protects, but does not look whether it was in time
    if (old != top) continue;
#endif
#if MUTANT == 7  // protects after it has looked
    heddle_protect(0, old);
#endif
#if MUTANT == 9  // retires too early
    heddle_retire_free(old);
#endif
#if MUTANT == 10  // another pointer takes the place of the protected one
    heddle_protect(0, top);
#endif
#if MUTANT == 11  // ends the protection before the exchange
    node *next = old->next;
    heddle_protect(0, NULL);
#else
    node *next = old->next;
#endif
#if MUTANT == 8  // protects after it has read the next one, and looks
    heddle_protect(0, old);
    if (old != top) continue;
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
      int value = old->data;
#if MUTANT == 4  // late
      HEDDLE_LINEARIZE(value);
#endif
      heddle_protect(0, NULL);
#if MUTANT == 12  // frees what others may look at
      free(old);
#elif MUTANT != 9
      heddle_retire_free(old);
#endif
#if MUTANT == 13  // retires twice
      heddle_retire_free(old);
#endif
      return value;
    }
  }
}

#if MUTANT == 14
HEDDLE_QUEUE(push, pop)
#else
HEDDLE_STACK(push, pop)
#endif
