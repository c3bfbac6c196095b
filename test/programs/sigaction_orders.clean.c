// SPDX-License-Identifier: Apache-2.0
// What was done before a handler was set up happens before it runs, on whatever thread.
// only: run
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

static int data;
static atomic_int seen;
static void handler(int n) {
  atomic_store_explicit(&seen, data, memory_order_relaxed);
  (void)n;
}
static void* runs_it(void* p) {
  for (int i = 0; i < 5000 && atomic_load_explicit(&seen, memory_order_relaxed) == 0; i++) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_UNBLOCK, &set, 0);
    usleep(1000);
  }
  return p;
}
int main(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, 0);
  pthread_t t;
  pthread_create(&t, 0, runs_it, 0);
  data = 1;
  signal(SIGUSR1, handler);
  kill(getpid(), SIGUSR1);
  pthread_join(t, 0);
  return atomic_load(&seen) != 1;
}
