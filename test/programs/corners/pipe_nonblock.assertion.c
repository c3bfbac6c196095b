// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <pthread.h>
#include <unistd.h>
#include <fcntl.h>
#include <assert.h>
int d[2];
void *f(void *p) { char c; int n = read(d[0], &c, 1); assert(n == 1); return p; }
int main(void) { pipe2(d, O_NONBLOCK); pthread_t t; pthread_create(&t, 0, f, 0); write(d[1], "x", 1); pthread_join(t, 0); }
