/* SPDX-License-Identifier: Apache-2.0 */
/* The static tree barrier: children report to their parent, the root releases all. */
#include "textbook.h"
#ifndef NODES
#define NODES 3
#endif
static _Atomic int children[NODES];
static SYNC int sense;
static int seen[NODES];
static int children_of(int me) { return (2 * me + 1 < NODES) + (2 * me + 2 < NODES); }
static void barrier(int me, int mine) {
  while (children[me] > 0) {
  }
  children[me] = children_of(me);
  if (me != 0) {
    atomic_fetch_sub(&children[(me - 1) / 2], 1);
    while (sense != mine) {
    }
  } else {
    sense = mine;
  }
}
static void *body(void *argument) {
  const int me = ME;
  seen[me] = 1;
  barrier(me, 1);
  assert(seen[(me + 1) % NODES] == 1);
  return 0;
}
int main(void) {
  pthread_t other[NODES];
  for (int i = 0; i < NODES; ++i) atomic_init(&children[i], children_of(i));
  for (long i = 1; i < NODES; ++i) pthread_create(&other[i], 0, body, (void *)i);
  body((void *)0L);
  for (int i = 1; i < NODES; ++i) pthread_join(other[i], 0);
}
