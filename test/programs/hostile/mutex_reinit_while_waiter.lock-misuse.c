// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *f(void *u) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return u; }
int main(void) { pthread_mutex_lock(&m); pthread_t t; pthread_create(&t, 0, f, 0); pthread_mutex_unlock(&m); pthread_mutex_init(&m, 0); pthread_join(t, 0); return 0; }
