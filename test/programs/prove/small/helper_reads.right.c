// SPDX-License-Identifier: Apache-2.0
// Reads through a helper that promises nothing.
#include <heddle/prove.h>
#include <pthread.h>
#include <stdlib.h>
typedef struct node {
  int data;
  struct node* next;
} node;
static node* top;
static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
__attribute__((noinline, cold)) static node* get(void) { return top; }
void push(int v) {
  node* c = malloc(sizeof *c);
  c->data = v;
  pthread_mutex_lock(&l);
  c->next = top;
  top = c;
  HEDDLE_LINEARIZE(v);
  pthread_mutex_unlock(&l);
}
int pop(void) {
  pthread_mutex_lock(&l);
  node* c = get();
  if (!c) {
    HEDDLE_LINEARIZE(HEDDLE_EMPTY);
    pthread_mutex_unlock(&l);
    return HEDDLE_EMPTY;
  }
  top = c->next;
  HEDDLE_LINEARIZE(c->data);
  pthread_mutex_unlock(&l);
  int v = c->data;
  free(c);
  return v;
}
HEDDLE_STACK(push, pop)
