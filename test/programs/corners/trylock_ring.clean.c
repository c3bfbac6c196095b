// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER}; int x;
void both(int a, int b) { while (1) { if (pthread_mutex_trylock(&m[a]) != 0) continue; if (pthread_mutex_trylock(&m[b]) == 0) return; pthread_mutex_unlock(&m[a]); } }
void *f(void *p) { both(0, 1); x++; pthread_mutex_unlock(&m[0]); pthread_mutex_unlock(&m[1]); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); both(1, 0); x++; pthread_mutex_unlock(&m[0]); pthread_mutex_unlock(&m[1]); pthread_join(t, 0); return x - 2; }
