// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
void *f(void *arg) { int a[4] = {1, 2, 3, 4}; void *volatile p = a; (void)arg; return p; }
int main(void) { pthread_t t; void *r; pthread_create(&t, 0, f, 0); pthread_join(t, &r); return ((int *)r)[0] - 1; }
