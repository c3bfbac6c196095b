// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_once_t o = PTHREAD_ONCE_INIT; int n;
void r(void) { n++; }
void *f(void *p) { pthread_once(&o, r); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); o = (pthread_once_t)PTHREAD_ONCE_INIT; pthread_join(t, 0); }
