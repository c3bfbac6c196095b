// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <pthread.h>
#include <time.h>
int x;
void *f(void *p) { x = 1; return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); struct timespec d; clock_gettime(CLOCK_REALTIME, &d); d.tv_sec += 3600;
  int r = pthread_timedjoin_np(t, 0, &d); int y = x; if (r) pthread_join(t, 0); return y < 0; }
