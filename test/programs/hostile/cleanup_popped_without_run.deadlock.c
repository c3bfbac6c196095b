// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void un(void *p) { pthread_mutex_unlock(p); }
void *f(void *u) { pthread_mutex_lock(&m); pthread_cleanup_push(un, &m); pthread_cleanup_pop(0); pthread_exit(u); return u; }
int main(void) { pthread_t t, s; pthread_create(&t, 0, f, 0); pthread_create(&s, 0, f, 0); pthread_join(t, 0); pthread_join(s, 0); return 0; }
