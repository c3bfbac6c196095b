// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_t t;
void *f(void *u) { return u; }
void *g(void *u) { pthread_join(t, 0); return u; }
int main(void) { pthread_create(&t, 0, f, 0); pthread_t s; pthread_create(&s, 0, g, 0); pthread_join(t, 0); pthread_join(s, 0); return 0; }
