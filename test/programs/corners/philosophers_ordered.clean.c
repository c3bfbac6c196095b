// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_mutex_t f[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
void *eat(void *p) { int i = (int)(long)p, a = i, b = (i + 1) % 3; if (a > b) { int k = a; a = b; b = k; } pthread_mutex_lock(&f[a]); pthread_mutex_lock(&f[b]); pthread_mutex_unlock(&f[b]); pthread_mutex_unlock(&f[a]); return 0; }
int main(void) { pthread_t t[3]; for (long i = 0; i < 3; i++) pthread_create(&t[i], 0, eat, (void *)i); for (int i = 0; i < 3; i++) pthread_join(t[i], 0); }
