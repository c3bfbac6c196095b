// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static char b[1 << 18], c[1 << 18];
void *f(void *p) { for (int i = 0; i < (1 << 18) - 1; i++) b[i] = 'x'; strcpy(c, b); return strlen(c) == (1 << 18) - 1 && !memcmp(b, c, sizeof b) ? p : (void *)1; }
int main(void) { pthread_t t; void *r; pthread_create(&t, 0, f, 0); pthread_join(t, &r); return r != 0; }
