// SPDX-License-Identifier: Apache-2.0
#include <sys/select.h>
#include <time.h>
#include <assert.h>
static long now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec * 1000 + t.tv_nsec / 1000000; }
int main(void) { long a = now(); struct timeval v = {0, 20000}; select(0, 0, 0, 0, &v); assert(now() - a >= 19); }
