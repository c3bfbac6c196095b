// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>
struct s { atomic_int a; int b; } g, copy;
void *f(void *p) { atomic_fetch_add(&g.a, 1); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); copy = g; pthread_join(t, 0); }
