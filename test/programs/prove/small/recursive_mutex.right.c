// SPDX-License-Identifier: Apache-2.0
// A mutex that can be taken twice, and is.
// unknown: gc own mm
#define _GNU_SOURCE
#include <pthread.h>

#include <heddle/prove.h>

typedef struct node {
  int data;
  struct node *next;
} node;

static node *top;
static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

void push(int value) {
  node *cell = HEDDLE_NEW(node);
  cell->data = value;
  pthread_mutex_lock(&lock);
  pthread_mutex_lock(&lock);
  cell->next = top;
  top = cell;
  HEDDLE_LINEARIZE(value);
  pthread_mutex_unlock(&lock);
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
