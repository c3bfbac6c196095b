// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
atomic_int flag[2], turn; int in;
void *f(void *p) { int me = (int)(long)p, o = 1 - me; flag[me] = 1; turn = o; while (flag[o] && turn == o) ; assert(in++ == 0); in--; flag[me] = 0; return 0; }
int main(void) { pthread_t t, u; pthread_create(&t, 0, f, (void *)0); pthread_create(&u, 0, f, (void *)1); pthread_join(t, 0); pthread_join(u, 0); }
