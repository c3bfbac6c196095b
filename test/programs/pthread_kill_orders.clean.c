// SPDX-License-Identifier: Apache-2.0
// only: run
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static int data, sum;
static volatile sig_atomic_t done;
static void handler(int n) {
  sum = data + n;
  done = 1;
}
static void* waits(void* p) {
  while (!done) usleep(1000);
  return p;
}
int main(void) {
  pthread_t t;
  signal(SIGUSR1, handler);
  pthread_create(&t, 0, waits, 0);
  data = 1;
  pthread_kill(t, SIGUSR1);
  pthread_join(t, 0);
  return sum != 1 + SIGUSR1;
}
