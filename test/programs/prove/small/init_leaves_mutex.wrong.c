// SPDX-License-Identifier: Apache-2.0
// The initial function sets the pointer and never makes the mutex.
#include <heddle/prove.h>
#include <pthread.h>
#include <stdlib.h>
typedef struct node {
  int data;
  struct node* next;
} node;
typedef struct {
  pthread_mutex_t m;
  node* top;
} st;
void init(st* s) { s->top = 0; }
void push(st* s, int v) {
  node* c = malloc(sizeof *c);
  c->data = v;
  pthread_mutex_lock(&s->m);
  c->next = s->top;
  s->top = c;
  HEDDLE_LINEARIZE(v);
  pthread_mutex_unlock(&s->m);
}
int pop(st* s) {
  pthread_mutex_lock(&s->m);
  node* c = s->top;
  if (!c) {
    HEDDLE_LINEARIZE(HEDDLE_EMPTY);
    pthread_mutex_unlock(&s->m);
    return HEDDLE_EMPTY;
  }
  s->top = c->next;
  HEDDLE_LINEARIZE(c->data);
  pthread_mutex_unlock(&s->m);
  int v = c->data;
  free(c);
  return v;
}
HEDDLE_INIT(init)
HEDDLE_STACK(push, pop)
