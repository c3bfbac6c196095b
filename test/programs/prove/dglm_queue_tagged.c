// SPDX-License-Identifier: Apache-2.0
// Doherty, Groves, Luchangco and Moir's queue with version counters and immediate frees. Under explicit memory a
// proof needs that the tail is never more than one cell behind the last, and coarse distances cannot tell two steps
// from more: the prover has to refine them.
// proved: gc own mm
// right mutants: 1=gc 2=gc 4=gc
#include <heddle/prove.h>

typedef struct node {
  int data;
  heddle_tagged next;
} node;

static heddle_tagged head, tail;

void init(void) {
  node *dummy = HEDDLE_NEW(node);
  heddle_set(&dummy->next, NULL);
  heddle_set(&head, dummy);
  heddle_set(&tail, dummy);
}

void enqueue(int value) {
  node *cell = HEDDLE_NEW(node);
  cell->data = value;
  heddle_set(&cell->next, NULL);
  heddle_tagged last;
  while (true) {
    last = heddle_load(&tail);
    heddle_tagged next = heddle_load(&((node *)last.pointer)->next);
#if MUTANT != 1  // no check that what was read belongs together
    if (!heddle_same(&tail, last)) continue;
#endif
    if (next.pointer == NULL) {
      if (heddle_cas(&((node *)last.pointer)->next, next, cell)) {
        HEDDLE_LINEARIZE(value);
        break;
      }
    } else {
      heddle_cas(&tail, last, next.pointer);
    }
  }
  heddle_cas(&tail, last, cell);
}

int dequeue(void) {
  while (true) {
    heddle_tagged first = heddle_load(&head);
    heddle_tagged next = heddle_load(&((node *)first.pointer)->next);
    HEDDLE_LINEARIZE_IF(next.pointer == NULL, HEDDLE_EMPTY);
    if (!heddle_same(&head, first)) continue;
    if (next.pointer == NULL) return HEDDLE_EMPTY;
    int value = ((node *)next.pointer)->data;
    if (heddle_cas(&head, first, next.pointer)) {
      HEDDLE_LINEARIZE(value);
      heddle_tagged last = heddle_load(&tail);
#if MUTANT != 2  // leaves the tail at a freed cell
      if (first.pointer == last.pointer) heddle_cas(&tail, last, next.pointer);
#endif
#if MUTANT == 3  // the value of the cell that was the first
      value = ((node *)first.pointer)->data;
#endif
#if MUTANT == 4  // frees the new first
      HEDDLE_FREE(next.pointer);
#else
      HEDDLE_FREE(first.pointer);
#endif
      return value;
    }
  }
}

HEDDLE_INIT(init)
HEDDLE_QUEUE(enqueue, dequeue)
