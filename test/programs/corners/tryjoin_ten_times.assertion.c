// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <pthread.h>
#include <assert.h>
void *f(void *p) { return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); int ok = 0; for (int i = 0; i < 10 && !ok; i++) ok = pthread_tryjoin_np(t, 0) == 0; assert(ok); }
