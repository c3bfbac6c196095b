// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <pthread.h>
#include <string.h>
#include <assert.h>
void *f(void *p) { char b[] = "a,b", *s; int n = 0; for (char *t = strtok_r(b, ",", &s); t; t = strtok_r(0, ",", &s)) n++; assert(n == 2); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); }
