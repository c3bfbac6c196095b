// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <assert.h>
#include <stdlib.h>
pthread_t mt; int x;
void *f(void *u) { void *r; assert(!pthread_join(mt, &r)); assert(r == (void *)7 && x == 3); exit(0); return u; }
int main(void) { mt = pthread_self(); pthread_t t; pthread_create(&t, 0, f, 0); pthread_detach(t); x = 3; pthread_exit((void *)7); }
