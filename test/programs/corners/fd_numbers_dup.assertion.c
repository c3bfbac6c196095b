// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <unistd.h>
#include <fcntl.h>
#include <assert.h>
int a, b;
void *f(void *p) { a = dup(1); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); b = dup(1); pthread_join(t, 0); assert(b < a); }
