// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <pthread.h>
#include <time.h>
void *f(void *p) { *(volatile int *)p = 1; return 0; }
__attribute__((noinline)) void start(void) { volatile int x = 0; pthread_t t; pthread_create(&t, 0, f, (void *)&x); struct timespec p = {1, 0}; if (pthread_timedjoin_np(t, 0, &p)) pthread_detach(t); }
int main(void) { start(); return 0; }
