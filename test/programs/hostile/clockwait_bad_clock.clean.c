// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <pthread.h>
#include <errno.h>
#include <assert.h>
#include <time.h>
#include <semaphore.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int main(void) { struct timespec p = {1, 0}; pthread_mutex_lock(&m); assert(pthread_cond_clockwait(&c, &m, CLOCK_PROCESS_CPUTIME_ID, &p) == EINVAL); assert(pthread_cond_clockwait(&c, &m, CLOCK_MONOTONIC, &p) == ETIMEDOUT || 1); assert(pthread_mutex_trylock(&m) == EBUSY); pthread_mutex_unlock(&m);
 sem_t s; sem_init(&s, 0, 0); assert(sem_clockwait(&s, CLOCK_BOOTTIME, &p) == -1 && errno == EINVAL); assert(sem_clockwait(&s, CLOCK_MONOTONIC, &p) == -1 && errno == ETIMEDOUT); struct timespec bad = {0, -5}; assert(sem_timedwait(&s, &bad) == -1 && errno == EINVAL); sem_post(&s); assert(sem_timedwait(&s, &bad) == 0 || errno == EINVAL); assert(sem_trywait(&s) == 0 || errno == EAGAIN); return 0; }
