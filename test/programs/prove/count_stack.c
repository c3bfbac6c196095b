// SPDX-License-Identifier: Apache-2.0
// Treiber's stack whose push gives up after MUTANT failed attempts and drops the whole stack: wrong for every
// number of attempts, but the more, the more interference it takes to see it.
// proved: gc
// wrong: own mm
#include <heddle/prove.h>

typedef struct node {
  int data;
  struct node *next;
} node;

static _Atomic(node *) top;

static bool try_push(node *cell) {
  node *old = top;
  cell->next = old;
  return __atomic_compare_exchange_n((node **)&top, &old, cell, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

void push(int value) {
  node *cell = HEDDLE_NEW(node);
  cell->data = value;
#define TRY               \
  if (try_push(cell)) {   \
    HEDDLE_LINEARIZE(value); \
    return;               \
  }
#if MUTANT == 0
  while (true) {
    TRY
  }
#endif
#if MUTANT >= 1
  TRY
#endif
#if MUTANT >= 2
  TRY
#endif
#if MUTANT >= 3
  TRY
#endif
#if MUTANT >= 4
  TRY
#endif
#if MUTANT >= 5
  TRY
#endif
#if MUTANT >= 6
  TRY
#endif
#if MUTANT >= 1
  cell->next = NULL;
  top = cell;
  HEDDLE_LINEARIZE(value);
#endif
}

int pop(void) {
  while (true) {
    node *old = top;
    if (old == NULL) {
      HEDDLE_LINEARIZE(HEDDLE_EMPTY);
      return HEDDLE_EMPTY;
    }
    node *next = old->next;
    if (__atomic_compare_exchange_n((node **)&top, &old, next, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
      HEDDLE_LINEARIZE(old->data);
      int value = old->data;
      HEDDLE_FREE(old);
      return value;
    }
  }
}

HEDDLE_STACK(push, pop)
