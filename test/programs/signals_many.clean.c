// SPDX-License-Identifier: Apache-2.0
// Thousands of signals while the thread works: each handler touches only its own counter.
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Thread_local int mine;
static atomic_int seen;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void handler(int number) {
  (void)number;
  mine++;
  atomic_fetch_add(&seen, 1);
}
static void* body(void* argument) {
  while (atomic_load(&seen) < 2000) {
    void* p = malloc(64);
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    free(p);
  }
  return argument;
}
int main(void) {
  signal(SIGUSR1, handler);
  pthread_t a;
  pthread_create(&a, 0, body, 0);
  while (atomic_load(&seen) < 2000) {
    pthread_kill(a, SIGUSR1);
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
  }
  pthread_join(a, 0);
  return 0;
}
