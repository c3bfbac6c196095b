// SPDX-License-Identifier: Apache-2.0
#include <semaphore.h>
#include <errno.h>
#include <assert.h>
#include <time.h>
/* glibc 2.36: sem_timedwait checks the time first: EINVAL even if a value is there */
int main(void) { sem_t s; sem_init(&s, 0, 1); struct timespec bad = {0, -5}; assert(sem_timedwait(&s, &bad) == -1 && errno == EINVAL); assert(sem_trywait(&s) == 0); return 0; }
