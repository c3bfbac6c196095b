// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <unistd.h>
#include <sys/eventfd.h>
#include <assert.h>
#include <stdint.h>
int d;
void *f(void *p) { uint64_t one = 1; write(d, &one, 8); return p; }
int main(void) { d = eventfd(0, EFD_NONBLOCK); pthread_t t; pthread_create(&t, 0, f, 0); uint64_t v = 0; int n = read(d, &v, 8); pthread_join(t, 0); assert(n == -1); }
