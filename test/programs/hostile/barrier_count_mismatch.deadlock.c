// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_barrier_t b; 
void *f(void *u) { pthread_barrier_wait(&b); return u; }
int main(void) { pthread_barrier_init(&b, 0, 2); pthread_t t, s; pthread_create(&t, 0, f, 0); pthread_create(&s, 0, f, 0); f(0); pthread_join(t, 0); pthread_join(s, 0); return 0; }
