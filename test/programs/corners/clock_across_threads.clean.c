// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <semaphore.h>
#include <time.h>
#include <unistd.h>
#include <assert.h>
sem_t s; long t1;
static long now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec * 1000000000L + t.tv_nsec; }
void *f(void *p) { sleep(2); t1 = now(); sem_post(&s); return p; }
int main(void) { sem_init(&s, 0, 0); pthread_t t; pthread_create(&t, 0, f, 0); sem_wait(&s); long t2 = now(); assert(t2 >= t1); pthread_join(t, 0); }
