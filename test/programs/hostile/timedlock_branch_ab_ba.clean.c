// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <time.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER; int n;
void *f(void *u) { struct timespec ts = {1, 0}; pthread_mutex_lock(&b); if (!pthread_mutex_timedlock(&a, &ts)) { n++; pthread_mutex_unlock(&a); } pthread_mutex_unlock(&b); return u; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_mutex_lock(&a); pthread_mutex_lock(&b); n++; pthread_mutex_unlock(&b); pthread_mutex_unlock(&a); pthread_join(t, 0); return n < 1 || n > 2; }
