// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <assert.h>
pthread_t first; int same = -1;
void *g(void *u) { same = !!pthread_equal(pthread_self(), first); return u; }
void *f(void *u) { first = pthread_self(); return u; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); pthread_create(&t, 0, g, 0); pthread_join(t, 0); assert(same == 0); return 0; }
