// SPDX-License-Identifier: Apache-2.0
#include <semaphore.h>
#include <stdlib.h>
#include <pthread.h>
void *f(void *p) { sem_post(p); sem_post(p); return 0; }
int main(void) { sem_t *s = malloc(sizeof *s); sem_init(s, 0, 0); pthread_t t; pthread_create(&t, 0, f, s); sem_wait(s); sem_destroy(s); free(s); pthread_join(t, 0); return 0; }
