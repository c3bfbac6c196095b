// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <time.h>
#include <unistd.h>
#include <assert.h>
static long now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec * 1000000000L + t.tv_nsec; }
void *f(void *p) { usleep(300000); return p; }
int main(void) { pthread_t t; long a = now(); pthread_create(&t, 0, f, 0); pthread_join(t, 0); assert(now() - a >= 300000000L); }
