// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_mutex_t g = PTHREAD_MUTEX_INITIALIZER, a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
void *f(void *u) { pthread_mutex_lock(&g); pthread_mutex_lock(&b); pthread_mutex_lock(&a); pthread_mutex_unlock(&g); pthread_mutex_unlock(&a); pthread_mutex_unlock(&b); return u; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_mutex_lock(&g); pthread_mutex_lock(&a); pthread_mutex_lock(&b); pthread_mutex_unlock(&b); pthread_mutex_unlock(&a); pthread_mutex_unlock(&g); pthread_join(t, 0); return 0; }
