// SPDX-License-Identifier: Apache-2.0
// timedjoin joins too.
#define _GNU_SOURCE
#include <pthread.h>
#include <time.h>

static int x;
static void* body(void* argument) {
  (void)argument;
  x++;
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, body, 0);
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  t.tv_sec += 20;
  pthread_timedjoin_np(a, 0, &t);
  x++;
  return 0;
}
