// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <unistd.h>
#include <fcntl.h>
#include <assert.h>
int d;
void *f(void *p) { int e = open("/dev/zero", O_RDONLY); return (void *)(long)e; }
int main(void) { d = open("/dev/null", O_RDONLY); pthread_t t; pthread_create(&t, 0, f, 0); close(d); void *r; pthread_join(t, &r); assert((long)r == d); }
