// SPDX-License-Identifier: Apache-2.0
// A lock that is tried until it is had.
#include <pthread.h>

#include <heddle/prove.h>

typedef struct node {
  int data;
  struct node *next;
} node;

static node *top;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void push(int value) {
  node *cell = HEDDLE_NEW(node);
  cell->data = value;
  while (pthread_mutex_trylock(&lock) != 0) {
  }
  cell->next = top;
  top = cell;
  HEDDLE_LINEARIZE(value);
  pthread_mutex_unlock(&lock);
}

int pop(void) {
  pthread_mutex_lock(&lock);
  node *cell = top;
  if (cell == NULL) {
    HEDDLE_LINEARIZE(HEDDLE_EMPTY);
    pthread_mutex_unlock(&lock);
    return HEDDLE_EMPTY;
  }
  top = cell->next;
  HEDDLE_LINEARIZE(cell->data);
  pthread_mutex_unlock(&lock);
  int value = cell->data;
  HEDDLE_FREE(cell);
  return value;
}

HEDDLE_STACK(push, pop)
