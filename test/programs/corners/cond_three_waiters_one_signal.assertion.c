// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <assert.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; int tok, q, waiting, order[2], k;
void *f(void *p) { pthread_mutex_lock(&m); waiting++; int me = waiting; while (tok == 0) pthread_cond_wait(&c, &m); tok--; order[k++] = me; pthread_mutex_unlock(&m); return p; }
int main(void) { pthread_t t, u; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, f, 0); for (int i = 0; i < 2; i++) { pthread_mutex_lock(&m); tok++; pthread_cond_signal(&c); pthread_mutex_unlock(&m); } pthread_join(t, 0); pthread_join(u, 0); assert(order[0] == 1); }
