// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <unistd.h>
#include <fcntl.h>
#include <assert.h>
int a, b;
void *f(void *p) { a = open("/dev/null", O_WRONLY); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); b = open("/dev/null", O_RDONLY); pthread_join(t, 0); assert(b < a); }
