// SPDX-License-Identifier: Apache-2.0
// tryjoin joins too.
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>

static int x;
static void* body(void* argument) {
  (void)argument;
  x++;
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, body, 0);
  while (pthread_tryjoin_np(a, 0)) sched_yield();
  x++;
  return 0;
}
