// SPDX-License-Identifier: Apache-2.0
// The call copies all of the structure.
// expect-variable: shared
#include <pthread.h>

struct structure {
  long a, b, c;
} shared;
static volatile long last;
static void take(struct structure s) { last = s.c; }
static void (*volatile taker)(struct structure) = take;
static void *work(void *unused) {
  shared.c = 1;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  taker(shared);
  pthread_join(t, 0);
  return 0;
}
