// SPDX-License-Identifier: Apache-2.0
// Cancelled in a condition wait: the clean-up handler runs with the mutex held.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int x;
static atomic_int waiting;
static void clean_up(void* argument) {
  (void)argument;
  x++;
  pthread_mutex_unlock(&m);
}
static void* body(void* argument) {
  pthread_mutex_lock(&m);
  pthread_cleanup_push(clean_up, 0);
  atomic_store(&waiting, 1);
  for (;;) pthread_cond_wait(&c, &m);
  pthread_cleanup_pop(0);
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, body, 0);
  while (!atomic_load(&waiting)) sched_yield();
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m);
  pthread_cancel(a);
  pthread_join(a, 0);
  return x == 2 ? 0 : 9;
}
