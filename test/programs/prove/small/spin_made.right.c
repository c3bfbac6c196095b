// SPDX-License-Identifier: Apache-2.0
// The spin lock is made before any operation runs.
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
static pthread_spinlock_t l;
static node* top;
void push(int v) {
  node* c = malloc(sizeof *c);
  c->data = v;
  pthread_spin_lock(&l);
  c->next = top;
  top = c;
  HEDDLE_LINEARIZE(v);
  pthread_spin_unlock(&l);
}
int pop(void) {
  pthread_spin_lock(&l);
  node* c = top;
  if (!c) {
    HEDDLE_LINEARIZE(HEDDLE_EMPTY);
    pthread_spin_unlock(&l);
    return HEDDLE_EMPTY;
  }
  top = c->next;
  HEDDLE_LINEARIZE(c->data);
  pthread_spin_unlock(&l);
  int v = c->data;
  free(c);
  return v;
}

static void init(void) { pthread_spin_init(&l, PTHREAD_PROCESS_PRIVATE); }
HEDDLE_INIT(init)
HEDDLE_STACK(push, pop)
