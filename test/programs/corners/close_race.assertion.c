// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <unistd.h>
#include <fcntl.h>
#include <assert.h>
int d;
void *f(void *p) { close(d); return p; }
int main(void) { d = open("/dev/null", O_WRONLY); pthread_t t; pthread_create(&t, 0, f, 0); assert(write(d, "x", 1) == 1); pthread_join(t, 0); }
