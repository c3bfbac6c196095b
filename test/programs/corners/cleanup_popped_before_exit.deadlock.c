// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x;
void un(void *p) { pthread_mutex_unlock(p); }
void *f(void *p) { pthread_mutex_lock(&m); pthread_cleanup_push(un, &m); x++; pthread_cleanup_pop(0); if (x == 2) pthread_exit(0); pthread_mutex_unlock(&m); return p; }
int main(void) { pthread_t t, u, v; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, f, 0); pthread_create(&v, 0, f, 0); pthread_join(t, 0); pthread_join(u, 0); pthread_join(v, 0); }
