// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <assert.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *f(void *p) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); int ok = 0; for (int i = 0; i < 12 && !ok; i++) ok = pthread_mutex_trylock(&m) == 0; assert(ok); pthread_mutex_unlock(&m); pthread_join(t, 0); }
