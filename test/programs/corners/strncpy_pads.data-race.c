// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <string.h>
char b[16];
void *f(void *p) { strncpy(b, p, 12); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, "ab"); b[10] = 1; pthread_join(t, 0); }
