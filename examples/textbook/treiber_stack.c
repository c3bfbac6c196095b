/* SPDX-License-Identifier: Apache-2.0 */
/* Treiber's stack without reclamation; the racy one fills a node after it has pushed it. */
#include "textbook.h"
struct node {
  int value;
  struct node *next;
};
static struct node *_Atomic top;
static struct node made[2];
static void push(struct node *node, int value) {
#ifndef RACE
  node->value = value;
#endif
  struct node *old = top;
  do {
    node->next = old;
  } while (!atomic_compare_exchange_strong(&top, &old, node));
#ifdef RACE
  node->value = value;
#endif
}
static int pop(void) {
  struct node *old = top;
  while (old && !atomic_compare_exchange_strong(&top, &old, old->next)) {
  }
  return old ? old->value : 0;
}
static void *body(void *argument) {
  push(&made[ME], ME + 1);
  const int got = pop();
#ifndef RACE
  assert(got == 1 || got == 2);
#else
  (void)got;
#endif
  return 0;
}
int main(void) { run_threads(body); }
