// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x;
void *f(void *u) { pthread_mutex_lock(&m); pthread_cleanup_push((void (*)(void *))pthread_mutex_unlock, &m); x++; if (!u) pthread_exit(0); pthread_cleanup_pop(1); return u; }
int main(void) { pthread_t t, s; pthread_create(&t, 0, f, 0); pthread_create(&s, 0, f, &m); pthread_join(t, 0); pthread_join(s, 0); return x != 2; }
