// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
pthread_key_t k;
void d(void *p) { abort(); }
int main(void) { pthread_key_create(&k, d); pthread_setspecific(k, &k); return 0; }
