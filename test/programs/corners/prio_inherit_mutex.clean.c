// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_mutex_t m; int x;
void *f(void *p) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return p; }
int main(void) { pthread_mutexattr_t a; pthread_mutexattr_init(&a); pthread_mutexattr_setprotocol(&a, PTHREAD_PRIO_INHERIT); pthread_mutexattr_setpshared(&a, PTHREAD_PROCESS_SHARED); pthread_mutex_init(&m, &a);
  pthread_t t; pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); pthread_mutex_destroy(&m); return x - 2; }
