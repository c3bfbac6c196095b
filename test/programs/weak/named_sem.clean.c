// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <semaphore.h>
#include <fcntl.h>
#include <assert.h>
sem_t *s;
void *f(void *u) { sem_t *q = sem_open("/h14_s4", 0); assert(q == s); sem_post(q); sem_close(q); return u; }
int main(void) { s = sem_open("/h14_s4", O_CREAT, 0600, 0); pthread_t t; pthread_create(&t, 0, f, 0); sem_wait(s); pthread_join(t, 0); sem_close(s); sem_unlink("/h14_s4"); return 0; }
