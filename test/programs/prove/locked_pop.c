// SPDX-License-Identifier: Apache-2.0
// A stack whose pops take a lock, so that no cell comes back while one of them looks at it; a push only compares. A
// push may succeed with the address of a cell that was freed and is the top again: then `next` is right, too.
// proved: gc own mm
// right mutants: 5=gc 7=gc 8=gc 12=gc,own,mm
#include <heddle/prove.h>
#include <stdatomic.h>

typedef struct node {
  int data;
  struct node *next;
} node;

static _Atomic(node *) top;
static heddle_lock_t lock;

void push(int value) {
  node *cell = HEDDLE_NEW(node);
  cell->data = value;
#if MUTANT == 1  // early
  node *old = atomic_load(&top);
  HEDDLE_LINEARIZE(value);
#else
  node *old = atomic_load(&top);
#endif
#if MUTANT == 13  // not when it changes
  cell->next = old;
#endif
  do {
#if MUTANT == 3  // forgets the rest
    cell->next = NULL;
#elif MUTANT != 13
    cell->next = old;
#endif
#if MUTANT == 2  // lost update
    atomic_store(&top, cell);
  } while (0);
#else
  } while (!atomic_compare_exchange_weak(&top, &old, cell));
#endif
#if MUTANT != 1
  HEDDLE_LINEARIZE(value);
#endif
}

int pop(void) {
#if MUTANT == 6  // may have come back before the lock is taken
  node *old = atomic_load(&top);
  heddle_lock(&lock);
#else
#if MUTANT != 5
  heddle_lock(&lock);
#endif
  node *old = atomic_load(&top);
#endif
  while (true) {
    if (old == NULL) {
#if MUTANT != 9  // late
      HEDDLE_LINEARIZE(HEDDLE_EMPTY);
#endif
#if MUTANT != 5 && MUTANT != 10
      heddle_unlock(&lock);
#endif
#if MUTANT == 9
      HEDDLE_LINEARIZE(HEDDLE_EMPTY);
#endif
      return HEDDLE_EMPTY;
    }
    node *next = old->next;
#if MUTANT == 4  // too early
    heddle_unlock(&lock);
#endif
#if MUTANT == 11  // never fails
    atomic_compare_exchange_strong(&top, &old, next);
    break;
#else
    if (atomic_compare_exchange_strong(&top, &old, next)) break;
#endif
#if MUTANT == 4
    heddle_lock(&lock);
#endif
  }
  HEDDLE_LINEARIZE(old->data);
#if MUTANT == 12  // right
  int value = old->data;
  HEDDLE_FREE(old);
  heddle_unlock(&lock);
  return value;
#else
#if MUTANT != 4 && MUTANT != 5
  heddle_unlock(&lock);
#endif
#if MUTANT == 7  // may be another one by now
  HEDDLE_FREE(old);
  return old->data;
#else
  int value = old->data;
  HEDDLE_FREE(old);
#if MUTANT == 8
  HEDDLE_FREE(old);
#endif
  return value;
#endif
#endif
}

HEDDLE_STACK(push, pop)
