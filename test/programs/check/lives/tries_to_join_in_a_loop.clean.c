// SPDX-License-Identifier: Apache-2.0
// It looks whether the thread has ended until it has.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>

static int x;
static void* run(void* argument) {
  x = 1;
  return argument;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  while (pthread_tryjoin_np(t, 0) == EBUSY) sched_yield();
  return x == 1 ? 0 : 1;
}
