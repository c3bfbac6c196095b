// SPDX-License-Identifier: Apache-2.0
// Every object has its own lock, and all have one top.
#include <heddle/prove.h>
#include <pthread.h>
#include <stdlib.h>
typedef struct node {
  int data;
  struct node* next;
} node;
typedef struct {
  pthread_mutex_t m;
} st;
static node* top;
void init(st* s) { pthread_mutex_init(&s->m, 0); }
void push(st* s, int v) {
  node* c = malloc(sizeof *c);
  c->data = v;
  pthread_mutex_lock(&s->m);
  c->next = top;
  top = c;
  HEDDLE_LINEARIZE(v);
  pthread_mutex_unlock(&s->m);
}
int pop(st* s) {
  pthread_mutex_lock(&s->m);
  node* c = top;
  if (!c) {
    HEDDLE_LINEARIZE(HEDDLE_EMPTY);
    pthread_mutex_unlock(&s->m);
    return HEDDLE_EMPTY;
  }
  top = c->next;
  HEDDLE_LINEARIZE(c->data);
  pthread_mutex_unlock(&s->m);
  int v = c->data;
  free(c);
  return v;
}
HEDDLE_INIT(init)
HEDDLE_STACK(push, pop)
