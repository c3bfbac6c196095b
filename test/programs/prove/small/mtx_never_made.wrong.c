// SPDX-License-Identifier: Apache-2.0
// A mtx_t that is never made.
#include <heddle/prove.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
typedef struct node {
  int data;
  struct node* next;
} node;
static mtx_t l;
static node* top;
void push(int v) {
  node* c = malloc(sizeof *c);
  c->data = v;
  mtx_lock(&l);
  c->next = top;
  top = c;
  HEDDLE_LINEARIZE(v);
  mtx_unlock(&l);
}
int pop(void) {
  mtx_lock(&l);
  node* c = top;
  if (!c) {
    HEDDLE_LINEARIZE(HEDDLE_EMPTY);
    mtx_unlock(&l);
    return HEDDLE_EMPTY;
  }
  top = c->next;
  HEDDLE_LINEARIZE(c->data);
  mtx_unlock(&l);
  int v = c->data;
  free(c);
  return v;
}

HEDDLE_STACK(push, pop)
