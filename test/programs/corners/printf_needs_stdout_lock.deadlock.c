// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdio.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *f(void *p) { flockfile(stderr); pthread_mutex_lock(&m); pthread_mutex_unlock(&m); funlockfile(stderr); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_mutex_lock(&m); fprintf(stderr, "hello\n"); pthread_mutex_unlock(&m); pthread_join(t, 0); }
