// SPDX-License-Identifier: Apache-2.0
// Treiber's stack with version counters: right under explicit memory.
// proved: gc own mm
// right mutants: 5=gc 8=gc 9=gc 10=gc 11=gc
#include <heddle/prove.h>

typedef struct node {
  int data;
  struct node *next;
} node;

static heddle_tagged top;

void push(int value) {
  node *cell = HEDDLE_NEW(node);
  cell->data = value;
  heddle_tagged old;
  do {
    old = heddle_load(&top);
#if MUTANT == 1  // swapped: linked before it points anywhere
    if (heddle_cas(&top, old, cell)) {
      HEDDLE_LINEARIZE(value);
      cell->next = old.pointer;
      return;
    }
  } while (true);
#else
    cell->next = old.pointer;
#if MUTANT == 2  // early: the exchange may still fail
    HEDDLE_LINEARIZE(value);
#endif
  } while (!heddle_cas(&top, old, cell));
#if MUTANT == 3  // late
  old = heddle_load(&top);
#endif
#if MUTANT != 2
  HEDDLE_LINEARIZE(value);
#endif
#endif
}

int pop(void) {
  while (true) {
    heddle_tagged old = heddle_load(&top);
#if MUTANT == 13  // early: what was empty may have been filled when it is looked at again
    if (old.pointer == NULL) HEDDLE_LINEARIZE(HEDDLE_EMPTY);
    old = heddle_load(&top);
#endif
    if (old.pointer == NULL) {
#if MUTANT == 4  // late
      old = heddle_load(&top);
#endif
#if MUTANT != 13
      HEDDLE_LINEARIZE(HEDDLE_EMPTY);
#endif
      return HEDDLE_EMPTY;
    }
    node *cell = old.pointer;
    node *next = cell->next;
#if MUTANT == 5  // reads the version anew: as good as none
    old = heddle_load(&top);
    if (old.pointer != cell) continue;
#endif
#if MUTANT == 6  // drops two
    if (next != NULL) next = next->next;
#endif
#if MUTANT == 14  // early: the exchange may still fail
    HEDDLE_LINEARIZE(cell->data);
#endif
    if (heddle_cas(&top, old, next)) {
#if MUTANT == 15  // late
      old = heddle_load(&top);
#endif
#if MUTANT == 7  // twice
      HEDDLE_LINEARIZE(cell->data);
#endif
#if MUTANT != 14
      HEDDLE_LINEARIZE(cell->data);
#endif
#if MUTANT == 8  // next read after free
      HEDDLE_FREE(cell);
      return cell->data;
#else
      int value = cell->data;
      HEDDLE_FREE(cell);
#if MUTANT == 9
      HEDDLE_FREE(cell);
#endif
#if MUTANT == 10  // frees what is still in the stack
      if (next != NULL) HEDDLE_FREE(next);
#endif
      return value;
#endif
    }
#if MUTANT == 11  // frees although the exchange failed
    HEDDLE_FREE(cell);
#endif
  }
}

#if MUTANT == 12
HEDDLE_QUEUE(push, pop)
#else
HEDDLE_STACK(push, pop)
#endif
