// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <pthread.h>
void *f(void *u) { return u; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_tryjoin_np(t, 0); pthread_join(t, 0); return 0; }
