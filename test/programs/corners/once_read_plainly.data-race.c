// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_once_t o = PTHREAD_ONCE_INIT; int n, seen;
void r(void) { n++; }
void *f(void *p) { pthread_once(p, r); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, &o); seen = o; pthread_join(t, 0); }
