// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdio.h>
char b[16] = "abcdefgh";
void *f(void *p) { char c[16]; snprintf(c, 3, "%.5s", b); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); b[4] = 'y'; pthread_join(t, 0); }
