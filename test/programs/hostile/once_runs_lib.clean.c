// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <time.h>
pthread_once_t o = PTHREAD_ONCE_INIT;
void *f(void *u) { pthread_once(&o, tzset); return u; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); return 0; }
