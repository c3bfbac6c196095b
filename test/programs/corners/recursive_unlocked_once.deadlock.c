// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_mutex_t m; 
void *f(void *p) { pthread_mutex_lock(&m); if (pthread_mutex_trylock(&m) == 0) {} pthread_mutex_unlock(&m); return p; }
int main(void) { pthread_mutexattr_t a; pthread_mutexattr_init(&a); pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE); pthread_mutex_init(&m, &a);
  pthread_t t, u; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, f, 0); pthread_join(t, 0); pthread_join(u, 0); }
