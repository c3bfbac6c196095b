// SPDX-License-Identifier: Apache-2.0
// Michael and Scott's lock-free queue with version counters.
// proved: gc own mm
// right mutants: 1=gc 2=gc 4=gc 5=gc
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
    heddle_tagged last = heddle_load(&tail);
    heddle_tagged next = heddle_load(&((node *)first.pointer)->next);
    HEDDLE_LINEARIZE_IF(next.pointer == NULL, HEDDLE_EMPTY);
#if MUTANT != 2
    if (!heddle_same(&head, first)) continue;
#endif
    if (first.pointer == last.pointer) {
      if (next.pointer == NULL) return HEDDLE_EMPTY;
      heddle_cas(&tail, last, next.pointer);
    } else {
#if MUTANT != 3
      int value = ((node *)next.pointer)->data;
#endif
      if (heddle_cas(&head, first, next.pointer)) {
#if MUTANT == 3  // the next cell may be freed by now
        int value = ((node *)next.pointer)->data;
#endif
        HEDDLE_LINEARIZE(value);
#if MUTANT == 4
        HEDDLE_FREE(next.pointer);
#else
        HEDDLE_FREE(first.pointer);
#endif
        return value;
      }
#if MUTANT == 5
      HEDDLE_FREE(first.pointer);
#endif
    }
  }
}

HEDDLE_INIT(init)
HEDDLE_QUEUE(enqueue, dequeue)
