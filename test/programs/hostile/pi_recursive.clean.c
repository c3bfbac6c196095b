// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <assert.h>
pthread_mutex_t m; int x;
void *f(void *u) { assert(!pthread_mutex_lock(&m)); assert(!pthread_mutex_lock(&m)); x++; pthread_mutex_unlock(&m); x++; pthread_mutex_unlock(&m); return u; }
int main(void) {
  pthread_mutexattr_t a; pthread_mutexattr_init(&a);
  pthread_mutexattr_setprotocol(&a, PTHREAD_PRIO_INHERIT);
  pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&m, &a); pthread_mutexattr_destroy(&a);
  pthread_t t, s; pthread_create(&t, 0, f, 0); pthread_create(&s, 0, f, 0);
  pthread_join(t, 0); pthread_join(s, 0);
  assert(x == 4); pthread_mutex_destroy(&m); return 0;
}
