// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <setjmp.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x;
void work(jmp_buf b) { pthread_mutex_lock(&m); int k = ++x; pthread_mutex_unlock(&m); if (k < 3) longjmp(b, 1); }
void *f(void *p) { jmp_buf b; setjmp(b); work(b); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); return x == 4 ? 0 : 1; }
