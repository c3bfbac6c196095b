// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_once_t a = PTHREAD_ONCE_INIT, b = PTHREAD_ONCE_INIT;
void none(void) {}
void ra(void) { pthread_once(&b, none); }
void rb(void) { pthread_once(&a, none); }
void *f(void *u) { pthread_once(&b, rb); return u; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_once(&a, ra); pthread_join(t, 0); return 0; }
