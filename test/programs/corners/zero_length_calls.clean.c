// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <string.h>
#include <stdio.h>
char b[16] = "abcdefgh"; volatile size_t zero;
void *f(void *p) { char c[16]; memcpy(c, b, zero); memset(b, 0, zero); strncpy(b, "zz", zero); snprintf(b, zero, "hello"); snprintf(c, 16, "%.3s", b + 1); return strnlen(b + 1, 3) == 3 && strncmp(c, "bcd", 3) == 0 ? p : (void *)1; }
int main(void) { pthread_t t; void *r; pthread_create(&t, 0, f, 0); b[0] = 'x'; b[4] = 'y'; pthread_join(t, &r); return r != 0; }
