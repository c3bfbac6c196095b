// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <errno.h>
#include <assert.h>
pthread_mutex_t m; int x;
void *f(void *p) { if (pthread_mutex_unlock(&m) == 0) assert(0); pthread_mutex_lock(&m); assert(pthread_mutex_lock(&m) == EDEADLK); x++; pthread_mutex_unlock(&m); return p; }
int main(void) { pthread_mutexattr_t a; pthread_mutexattr_init(&a); pthread_mutexattr_settype(&a, PTHREAD_MUTEX_ERRORCHECK); pthread_mutex_init(&m, &a);
  pthread_t t, u; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, f, 0); pthread_join(t, 0); pthread_join(u, 0); return x - 2; }
