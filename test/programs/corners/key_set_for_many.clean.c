// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
pthread_key_t k[40]; int n; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void d(void *p) { pthread_mutex_lock(&m); n++; pthread_mutex_unlock(&m); free(p); }
void *f(void *p) { for (int i = 0; i < 40; i++) pthread_setspecific(k[i], malloc(1)); return p; }
int main(void) { for (int i = 0; i < 40; i++) pthread_key_create(&k[i], d); pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); return n - 40; }
