// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <time.h>
#include <sys/time.h>
#include <unistd.h>
#include <assert.h>
void *f(void *p) { time_t a = time(0); struct timeval v, w; gettimeofday(&v, 0); struct timespec d = {2, 0}; nanosleep(&d, 0); gettimeofday(&w, 0); assert(time(0) >= a + 1); assert(w.tv_sec >= v.tv_sec + 1); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); }
