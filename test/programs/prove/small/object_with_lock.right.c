// SPDX-License-Identifier: Apache-2.0
// A mutex in the object, which has a function that makes it.
#include <pthread.h>

#include <heddle/prove.h>

typedef struct node {
  int data;
  struct node *next;
} node;

typedef struct stack {
  pthread_mutex_t lock;
  node *top;
  long size;
} stack;

void stack_init(stack *s) {
  pthread_mutex_init(&s->lock, NULL);
  s->top = NULL;
  s->size = 0;
}
HEDDLE_INIT(stack_init)

bool stack_push(stack *s, int value) {
  node *cell = HEDDLE_NEW(node);
  cell->data = value;
  pthread_mutex_lock(&s->lock);
  cell->next = s->top;
  s->top = cell;
  HEDDLE_LINEARIZE(value);
  ++s->size;
  pthread_mutex_unlock(&s->lock);
  return true;
}

bool stack_pop(stack *s, int *out) {
  pthread_mutex_lock(&s->lock);
  node *cell = s->top;
  if (cell == NULL) {
    HEDDLE_LINEARIZE(HEDDLE_EMPTY);
    pthread_mutex_unlock(&s->lock);
    return false;
  }
  s->top = cell->next;
  HEDDLE_LINEARIZE(cell->data);
  --s->size;
  *out = cell->data;
  pthread_mutex_unlock(&s->lock);
  HEDDLE_FREE(cell);
  return true;
}

HEDDLE_STACK(stack_push, stack_pop)
