// SPDX-License-Identifier: Apache-2.0
// What a signal does is set by one thread, and the signal raised by another.
#include <pthread.h>
#include <signal.h>

static void* run(void* x) {
  signal(SIGUSR1, SIG_IGN);
  return x;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  raise(SIGUSR1);
  pthread_join(t, 0);
  return 0;
}
