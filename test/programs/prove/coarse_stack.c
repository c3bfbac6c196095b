// SPDX-License-Identifier: Apache-2.0
// A stack under one lock. Mutants: see the preprocessor conditions.
// proved: gc own mm
// right mutants: 11=gc 12=gc,own,mm 13=gc
#include <heddle/prove.h>

typedef struct node {
  int data;
  struct node *next;
} node;

static node *top;
static heddle_lock_t lock;

void push(int value) {
  node *cell = HEDDLE_NEW(node);
#if MUTANT != 1  // never writes the data
  cell->data = value;
#endif
#if MUTANT == 2  // takes effect before it is linked
  cell->next = NULL;
  HEDDLE_LINEARIZE(value);
#endif
#if MUTANT != 3  // no lock
  heddle_lock(&lock);
#endif
#if MUTANT == 4  // swapped
  top = cell;
  HEDDLE_LINEARIZE(value);
  cell->next = top;
#else
#if MUTANT != 5  // forgets the rest of the stack
  cell->next = top;
#else
  cell->next = NULL;
#endif
  top = cell;
#if MUTANT != 2 && MUTANT != 6
  HEDDLE_LINEARIZE(value);
#endif
#endif
#if MUTANT != 3
  heddle_unlock(&lock);
#endif
#if MUTANT == 6  // takes effect after the lock is released
  heddle_lock(&lock);
  HEDDLE_LINEARIZE(value);
  heddle_unlock(&lock);
#endif
}

int pop(void) {
  heddle_lock(&lock);
  node *cell = top;
  if (cell == NULL) {
#if MUTANT != 7  // takes effect after the lock is released
    HEDDLE_LINEARIZE(HEDDLE_EMPTY);
#endif
    heddle_unlock(&lock);
#if MUTANT == 7
    heddle_lock(&lock);
    HEDDLE_LINEARIZE(HEDDLE_EMPTY);
    heddle_unlock(&lock);
#endif
    return HEDDLE_EMPTY;
  }
#if MUTANT == 8  // does not unlink
  top = cell;
#elif MUTANT == 9  // drops everything
  top = NULL;
#else
  top = cell->next;
#endif
#if MUTANT != 10
  HEDDLE_LINEARIZE(cell->data);
#endif
  heddle_unlock(&lock);
#if MUTANT == 10  // takes effect after the lock is released
  heddle_lock(&lock);
  HEDDLE_LINEARIZE(cell->data);
  heddle_unlock(&lock);
#endif
#if MUTANT == 11  // reads after the free
  HEDDLE_FREE(cell);
  return cell->data;
#else
  int value = cell->data;
#if MUTANT != 12  // never freed: a leak, not an error
  HEDDLE_FREE(cell);
#endif
#if MUTANT == 13  // twice
  HEDDLE_FREE(cell);
#endif
  return value;
#endif
}

#if MUTANT == 14
HEDDLE_QUEUE(push, pop)
#else
HEDDLE_STACK(push, pop)
#endif
