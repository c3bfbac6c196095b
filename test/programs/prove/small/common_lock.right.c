// SPDX-License-Identifier: Apache-2.0
// All objects have one lock, and each its own top.
#include <heddle/prove.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
typedef struct node {
  int data;
  struct node* next;
} node;
typedef struct {
  node* top;
  int x;
} st;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void push(st* s, int v) {
  node* c = malloc(sizeof *c);
  c->data = v;
  pthread_mutex_lock(&m);
  c->next = s->top;
  s->top = c;
  HEDDLE_LINEARIZE(v);
  pthread_mutex_unlock(&m);
}
int pop(st* s) {
  pthread_mutex_lock(&m);
  node* c = s->top;
  if (!c) {
    HEDDLE_LINEARIZE(HEDDLE_EMPTY);
    pthread_mutex_unlock(&m);
    return HEDDLE_EMPTY;
  }
  s->top = c->next;
  HEDDLE_LINEARIZE(c->data);
  pthread_mutex_unlock(&m);
  int v = c->data;
  free(c);
  return v;
}
HEDDLE_STACK(push, pop)
