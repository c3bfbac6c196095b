// SPDX-License-Identifier: Apache-2.0
// The object is a parameter.
#include <stdatomic.h>

#include <heddle/prove.h>

typedef struct node {
  int data;
  struct node *next;
} node;

typedef struct stack {
  _Atomic(node *) top;
} stack;

void push(stack *s, int value) {
  node *cell = HEDDLE_NEW(node);
  cell->data = value;
  node *old = atomic_load(&s->top);
  do {
    cell->next = old;
  } while (!atomic_compare_exchange_weak(&s->top, &old, cell));
  HEDDLE_LINEARIZE(value);
}

int pop(stack *s) {
  node *old = atomic_load(&s->top);
  do {
    if (old == NULL) {
      HEDDLE_LINEARIZE(HEDDLE_EMPTY);
      return HEDDLE_EMPTY;
    }
  } while (!atomic_compare_exchange_weak(&s->top, &old, old->next));
  HEDDLE_LINEARIZE(old->data);
  return old->data;
}

HEDDLE_STACK(push, pop)
