// SPDX-License-Identifier: Apache-2.0
// Treiber's stack without any linearisation points marked.
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
}

int pop(void) {
  while (true) {
    node *old = top;
    if (old == NULL) {
      return HEDDLE_EMPTY;
    }
    node *next = old->next;
    if (cas(&top, old, next)) {
      int value = old->data;
      HEDDLE_FREE(old);
      return value;
    }
  }
}

HEDDLE_STACK(push, pop)
