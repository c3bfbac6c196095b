/* SPDX-License-Identifier: Apache-2.0 */
/* The CLH queue lock: spin on the predecessor's node, then take that node over. */
#include "textbook.h"
#ifndef ROUNDS
#define ROUNDS 2
#endif
struct node {
  SYNC int locked;
};
static struct node nodes[THREADS + 1];
static struct node *_Atomic tail = &nodes[THREADS];
static int shared;
static void *body(void *argument) {
  struct node *mine = &nodes[ME];
  for (int round = 0; round < ROUNDS; ++round) {
    mine->locked = 1;
    struct node *before = atomic_exchange(&tail, mine);
    while (before->locked) {
    }
    ++shared;
    mine->locked = 0;
    mine = before;
  }
  return 0;
}
int main(void) {
  run_threads(body);
  assert(shared == ROUNDS * THREADS);
}
