// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_t t; pthread_t seen;
void *f(void *u) { seen = t; return u; }
int main(void) { pthread_create(&t, 0, f, 0); pthread_join(t, 0); return 0; }
