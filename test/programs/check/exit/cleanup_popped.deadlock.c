// SPDX-License-Identifier: Apache-2.0
// A handler that was popped does not run: the mutex stays locked.
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void give(void* x) { pthread_mutex_unlock(x); }
static void* f(void* x) {
  pthread_mutex_lock(&m);
  pthread_cleanup_push(give, &m);
  pthread_cleanup_pop(0);
  pthread_exit(x);
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  pthread_join(t, 0);
  pthread_mutex_lock(&m);
  return 0;
}
