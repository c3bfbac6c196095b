/* SPDX-License-Identifier: Apache-2.0 */
/* The static tree barrier: children report to their parent, the root releases all. */
#include "textbook.h"
#define NODES 3
#undef THREADS
#define THREADS 3
static _Atomic int children[NODES] = {2, 0, 0};
static SYNC int sense;
static int seen[NODES];
static void barrier(int me, int mine) {
  while (children[me] > 0) {
  }
  children[me] = me == 0 ? 2 : 0;
  if (me != 0) {
    atomic_fetch_sub(&children[0], 1);
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
  for (long i = 1; i < NODES; ++i) pthread_create(&other[i], 0, body, (void *)i);
  body((void *)0L);
  for (int i = 1; i < NODES; ++i) pthread_join(other[i], 0);
}
