// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <pthread.h>
#include <errno.h>
#include <sched.h>
int x;
void *f(void *p) { x = 1; return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); while (pthread_tryjoin_np(t, 0) == EBUSY) sched_yield(); return x - 1; }
