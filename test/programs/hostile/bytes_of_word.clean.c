// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <string.h>
union { char c[8]; long l; } s;
void *f(void *u) { s.c[3] = 1; memset(s.c + 5, 2, 3); return u; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); memcpy(s.c, "ab", 3); s.c[4] = 9; pthread_join(t, 0); return s.l == 0; }
