// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
int x; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void un(void *p) { pthread_mutex_unlock(p); }
void *f(void *p) { pthread_mutex_lock(&m); pthread_cleanup_push(un, &m); x++; pthread_cleanup_pop(1); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); return x - 2; }
