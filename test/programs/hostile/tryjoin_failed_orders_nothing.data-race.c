// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <pthread.h>
int x;
void *f(void *u) { x = 1; return u; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); int r = pthread_tryjoin_np(t, 0); if (r) { x = 2; pthread_join(t, 0); } return 0; }
