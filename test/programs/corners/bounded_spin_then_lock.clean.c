// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x;
void *f(void *p) { int got = 0; for (int i = 0; i < 3 && !got; i++) got = pthread_mutex_trylock(&m) == 0; if (!got) pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); return x - 2; }
