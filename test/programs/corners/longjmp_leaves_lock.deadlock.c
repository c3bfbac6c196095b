// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x;
void work(jmp_buf b) { pthread_mutex_lock(&m); if (++x == 2) longjmp(b, 1); pthread_mutex_unlock(&m); }
void *f(void *p) { jmp_buf b; if (!setjmp(b)) work(b); return p; }
int main(void) { pthread_t t, u, v; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, f, 0); pthread_create(&v, 0, f, 0); pthread_join(t, 0); pthread_join(u, 0); pthread_join(v, 0); }
