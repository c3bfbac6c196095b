// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void again(void *p) { pthread_mutex_lock(p); }
void *f(void *p) { pthread_mutex_lock(&m); pthread_cleanup_push(again, &m); pthread_exit(0); pthread_cleanup_pop(0); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); }
