// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <time.h>
#include <unistd.h>
#include <assert.h>
static long now(void) { struct timespec t; clock_gettime(CLOCK_REALTIME, &t); return t.tv_sec * 1000000000L + t.tv_nsec; }
long a;
void *f(void *p) { assert(now() >= a); return p; }
int main(void) { pthread_t t; sleep(1); a = now(); pthread_create(&t, 0, f, 0); pthread_join(t, 0); }
