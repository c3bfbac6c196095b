// SPDX-License-Identifier: Apache-2.0
// only: run
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static void* volatile kept;
static volatile sig_atomic_t done;
static void handler(int n) {
  free(kept);
  done = n;
}
static void* wait_for_it(void* p) {
  while (!done) usleep(1000);
  return p;
}
int main(void) {
  pthread_t t;
  kept = malloc(10);
  signal(SIGUSR1, handler);
  pthread_create(&t, 0, wait_for_it, 0);
  pthread_kill(t, SIGUSR1);
  pthread_join(t, 0);
  return 0;
}
