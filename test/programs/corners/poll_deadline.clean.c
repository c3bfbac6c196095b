// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <time.h>
#include <stdatomic.h>
#include <unistd.h>
atomic_int ready;
static long now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec * 1000 + t.tv_nsec / 1000000; }
void *f(void *p) { atomic_store(&ready, 1); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); long end = now() + 50; int ok = 0; while (now() < end) { if (atomic_load(&ready)) { ok = 1; break; } usleep(10000); } pthread_join(t, 0); return ok > 1; }
