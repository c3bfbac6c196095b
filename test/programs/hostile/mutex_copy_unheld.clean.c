// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <string.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n; int x;
/* bytes of an unheld static mutex are copied before any thread is there: a mutex in practice (zeros) */
void *f(void *u) { pthread_mutex_lock(&n); x++; pthread_mutex_unlock(&n); return u; }
int main(void) { memcpy(&n, &m, sizeof n); pthread_t t; pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); return x != 2; }
