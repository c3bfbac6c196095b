// SPDX-License-Identifier: Apache-2.0
#include <semaphore.h>
#include <stdlib.h>
#include <pthread.h>
/* classic: the waiter destroys what the poster posted */
void *f(void *p) { sem_post(p); return 0; }
int main(void) { for (int i = 0; i < 2; i++) { sem_t *s = malloc(sizeof *s); sem_init(s, 0, 0); pthread_t t; pthread_create(&t, 0, f, s); pthread_detach(t); sem_wait(s); sem_destroy(s); free(s); } return 0; }
