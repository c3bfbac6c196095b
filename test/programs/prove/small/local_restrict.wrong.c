// SPDX-License-Identifier: Apache-2.0
// Two restrict pointers to the same variable, which are variables of a function.
#include <heddle/prove.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
typedef struct node {
  int data;
  struct node* next;
} node;
static node* top;
static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
static void set(node** p, node** q, node* n) {
  node** restrict a = p;
  node** restrict b = q;
  *a = n;
  *b = *a;
}
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
  node* c = top;
  if (!c) {
    HEDDLE_LINEARIZE(HEDDLE_EMPTY);
    pthread_mutex_unlock(&l);
    return HEDDLE_EMPTY;
  }
  set(&top, &top, c->next);
  HEDDLE_LINEARIZE(c->data);
  pthread_mutex_unlock(&l);
  int v = c->data;
  free(c);
  return v;
}
HEDDLE_STACK(push, pop)
