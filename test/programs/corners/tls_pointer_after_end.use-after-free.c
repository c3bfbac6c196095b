// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
_Thread_local int mine = 4; int *leak, seen;
void *f(void *p) { mine = 5; leak = &mine; return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); seen = *leak; }
