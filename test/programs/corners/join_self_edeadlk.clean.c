// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <errno.h>
void *f(void *p) { return (void *)(long)pthread_join(pthread_self(), 0); }
int main(void) { pthread_t t; void *r; pthread_create(&t, 0, f, 0); pthread_join(t, &r); return (long)r == EDEADLK ? 0 : 1; }
