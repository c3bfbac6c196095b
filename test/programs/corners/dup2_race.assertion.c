// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <unistd.h>
#include <fcntl.h>
#include <assert.h>
int a, b;
void *f(void *p) { dup2(b, a); return p; }
int main(void) { a = open("/dev/null", O_RDONLY); b = open("/dev/zero", O_RDONLY); char c; pthread_t t; pthread_create(&t, 0, f, 0); int n = read(a, &c, 1); pthread_join(t, 0); assert(n == 0); }
