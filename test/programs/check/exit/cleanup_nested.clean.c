// SPDX-License-Identifier: Apache-2.0
// pthread_exit runs the handlers of all functions that it leaves, the innermost first.
#include <pthread.h>
#include <assert.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int order;
static void give(void* m) { order = order * 10 + (m == &b ? 2 : 1); pthread_mutex_unlock(m); }
static void inner(void) {
  pthread_mutex_lock(&b);
  pthread_cleanup_push(give, &b);
  pthread_exit((void*)7);
  pthread_cleanup_pop(0);
}
static void* f(void* x) {
  pthread_mutex_lock(&a);
  pthread_cleanup_push(give, &a);
  inner();
  pthread_cleanup_pop(1);
  return x;
}
int main(void) {
  pthread_t t;
  void* r;
  pthread_create(&t, 0, f, 0);
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  pthread_join(t, &r);
  assert(r == (void*)7 && order == 21);
  return 0;
}
