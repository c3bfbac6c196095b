// SPDX-License-Identifier: Apache-2.0
// The operations look at no object: two stacks are one.
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
static node* top;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void push(st* s, int v) {
  node* c = malloc(sizeof *c);
  c->data = v;
  pthread_mutex_lock(&m);
  c->next = top;
  top = c;
  HEDDLE_LINEARIZE(v);
  pthread_mutex_unlock(&m);
}
int pop(st* s) {
  pthread_mutex_lock(&m);
  node* c = top;
  if (!c) {
    HEDDLE_LINEARIZE(HEDDLE_EMPTY);
    pthread_mutex_unlock(&m);
    return HEDDLE_EMPTY;
  }
  top = c->next;
  HEDDLE_LINEARIZE(c->data);
  pthread_mutex_unlock(&m);
  int v = c->data;
  free(c);
  return v;
}
HEDDLE_STACK(push, pop)
