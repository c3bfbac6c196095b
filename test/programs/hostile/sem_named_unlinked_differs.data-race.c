// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <semaphore.h>
#include <fcntl.h>
#include <assert.h>
#include <stdio.h>
#include <unistd.h>
int x; char name[40];
void *f(void *u) { sem_t *s = sem_open(name, O_CREAT, 0600, 0); assert(s != SEM_FAILED); x = 1; sem_post(s); sem_close(s); return u; }
int main(void) { snprintf(name, sizeof name, "/h14_%d", getpid()); sem_t *s = sem_open(name, O_CREAT, 0600, 1); assert(s != SEM_FAILED); sem_unlink(name); pthread_t t; pthread_create(&t, 0, f, 0); sem_wait(s); x = 2; pthread_join(t, 0); sem_close(s); sem_unlink(name); return 0; }
