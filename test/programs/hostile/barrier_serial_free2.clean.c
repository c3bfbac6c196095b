// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
pthread_barrier_t *b;
void *f(void *u) { if (pthread_barrier_wait(b) == PTHREAD_BARRIER_SERIAL_THREAD) { pthread_barrier_destroy(b); free(b); } return u; }
int main(void) { b = malloc(sizeof *b); pthread_barrier_init(b, 0, 2); pthread_t t; pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); return 0; }
