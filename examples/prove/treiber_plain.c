// SPDX-License-Identifier: Apache-2.0
// Treiber's stack as it is first written: right only if memory is collected.
#include <heddle/prove.h>

typedef struct node {
  int data;
  struct node *next;
} node;

static _Atomic(node *) top;

static bool cas(_Atomic(node *) *place, node *expected, node *desired) {
  return __atomic_compare_exchange_n((node **)place, &expected, desired, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

void push(int value) {
  node *cell = HEDDLE_NEW(node);
  cell->data = value;
  node *old;
  do {
    old = top;
    cell->next = old;
  } while (!cas(&top, old, cell));
  HEDDLE_LINEARIZE(value);
}

int pop(void) {
  while (true) {
    node *old = top;
    if (old == NULL) {
      HEDDLE_LINEARIZE(HEDDLE_EMPTY);
      return HEDDLE_EMPTY;
    }
    node *next = old->next;
    if (cas(&top, old, next)) {
      HEDDLE_LINEARIZE(old->data);
      int value = old->data;
      HEDDLE_FREE(old);
      return value;
    }
  }
}

HEDDLE_STACK(push, pop)
