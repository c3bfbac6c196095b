// SPDX-License-Identifier: Apache-2.0
#include <semaphore.h>
#include <stdlib.h>
#include <pthread.h>
sem_t *s;
void *f(void *u) { sem_post(s); return u; }
int main(void) { s = calloc(1, sizeof *s); pthread_t t; pthread_create(&t, 0, f, 0); sem_wait(s); pthread_join(t, 0); free(s); return 0; }
