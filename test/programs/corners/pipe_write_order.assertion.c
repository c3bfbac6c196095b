// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <unistd.h>
#include <assert.h>
int d[2];
void *f(void *p) { write(d[1], "b", 1); return p; }
int main(void) { pipe(d); pthread_t t; pthread_create(&t, 0, f, 0); write(d[1], "a", 1); pthread_join(t, 0); char c[2]; read(d[0], c, 2); assert(c[0] == 'a'); }
