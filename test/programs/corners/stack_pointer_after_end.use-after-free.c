// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
int *volatile leak; int seen;
void *f(void *p) { volatile int mine = 5; leak = (int *)&mine; return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); seen = *leak; }
