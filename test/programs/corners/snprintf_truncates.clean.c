// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdio.h>
char b[16];
void *f(void *p) { snprintf(b, 4, "%s", (char *)p); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, "abcdefgh"); b[4] = 1; pthread_join(t, 0); return b[3]; }
