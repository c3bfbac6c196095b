/* SPDX-License-Identifier: Apache-2.0 */
/* The MCS queue lock: the predecessor hands over. */
#include "textbook.h"
#ifndef ROUNDS
#define ROUNDS 2
#endif
struct node {
  SYNC int locked;
  struct node *SYNC next;
};
static struct node nodes[THREADS];
static struct node *_Atomic tail;
static int shared;
static void *body(void *argument) {
  struct node *mine = &nodes[ME];
  for (int round = 0; round < ROUNDS; ++round) {
    mine->next = 0;
    struct node *before = atomic_exchange(&tail, mine);
    if (before) {
      mine->locked = 1;
      before->next = mine;
      while (mine->locked) {
      }
    }
    ++shared;
    struct node *after = mine->next;
    if (!after) {
      struct node *expected = mine;
      if (atomic_compare_exchange_strong(&tail, &expected, 0)) continue;
      while (!(after = mine->next)) {
      }
    }
    after->locked = 0;
  }
  return 0;
}
int main(void) {
  run_threads(body);
  assert(shared == ROUNDS * THREADS);
}
