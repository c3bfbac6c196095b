// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; atomic_int ready;
void *f(void *p) { pthread_mutex_lock(&m); atomic_store(&ready, 1); pthread_mutex_unlock(&m); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_mutex_lock(&m); while (!atomic_load(&ready)) ; pthread_mutex_unlock(&m); pthread_join(t, 0); }
