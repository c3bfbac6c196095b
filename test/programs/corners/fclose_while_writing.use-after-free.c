// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdio.h>
FILE *o;
void *f(void *p) { fputs("x", o); return p; }
int main(void) { o = fopen("/dev/null", "w"); pthread_t t; pthread_create(&t, 0, f, 0); fclose(o); pthread_join(t, 0); }
