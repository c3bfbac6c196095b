// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_once_t a = PTHREAD_ONCE_INIT, b = PTHREAD_ONCE_INIT; int x;
void none(void) { x++; }
void ra(void) { pthread_once(&b, none); }
void *f(void *u) { pthread_once(&a, ra); pthread_once(&b, none); return u; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_once(&b, none); pthread_once(&a, ra); pthread_join(t, 0); return x != 1; }
