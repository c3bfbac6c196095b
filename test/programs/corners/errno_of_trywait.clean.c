// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <semaphore.h>
#include <errno.h>
#include <assert.h>
sem_t s;
void *f(void *p) { errno = 0; if (sem_trywait(&s)) assert(errno == EAGAIN); else { assert(errno == 0); sem_post(&s); } return p; }
int main(void) { sem_init(&s, 0, 1); pthread_t t, u; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, f, 0); pthread_join(t, 0); pthread_join(u, 0); }
