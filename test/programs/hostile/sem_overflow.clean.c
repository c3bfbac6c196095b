// SPDX-License-Identifier: Apache-2.0
#include <semaphore.h>
#include <limits.h>
#include <errno.h>
#include <assert.h>
int main(void) { sem_t s; assert(sem_init(&s, 0, (unsigned)SEM_VALUE_MAX + 1u) == -1 && errno == EINVAL); assert(!sem_init(&s, 0, SEM_VALUE_MAX)); assert(sem_post(&s) == -1 && errno == EOVERFLOW); int v; sem_getvalue(&s, &v); assert(v == SEM_VALUE_MAX); assert(!sem_trywait(&s)); assert(!sem_post(&s)); return 0; }
