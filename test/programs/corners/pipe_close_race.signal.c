// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <unistd.h>
int d[2];
void *f(void *p) { close(d[0]); return p; }
int main(void) { pipe(d); pthread_t t; pthread_create(&t, 0, f, 0); write(d[1], "x", 1); pthread_join(t, 0); }
