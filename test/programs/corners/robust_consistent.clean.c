// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <assert.h>
#include <errno.h>
pthread_mutex_t m; int x;
void *die(void *a) { int r = pthread_mutex_lock(&m); if (r == EOWNERDEAD) pthread_mutex_consistent(&m); x++; return a; }
void *next(void *a) {
  int r = pthread_mutex_lock(&m);
  if (r == EOWNERDEAD) assert(pthread_mutex_consistent(&m) == 0); else assert(r == 0);
  x++;
  pthread_mutex_unlock(&m);
  return a;
}
int main(void) {
  pthread_mutexattr_t at; pthread_mutexattr_init(&at); pthread_mutexattr_setrobust(&at, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&m, &at);
  pthread_t a, b, c;
  pthread_create(&a, 0, die, 0); pthread_create(&b, 0, next, 0); pthread_create(&c, 0, next, 0);
  pthread_join(a, 0); pthread_join(b, 0); pthread_join(c, 0);
  assert(x == 3);
}
