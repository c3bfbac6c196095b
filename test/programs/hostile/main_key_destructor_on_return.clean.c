// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>
/* keys' destructors do not run on exit or return of main */
pthread_key_t k; int x;
void d(void *v) { abort(); (void)v; }
int main(void) { pthread_key_create(&k, d); pthread_setspecific(k, &x); return 0; }
