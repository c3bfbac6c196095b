// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdio.h>
int x;
void *f(void *p) { flockfile(stdout); x++; printf("%d\n", x); funlockfile(stdout); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); return x - 2; }
