// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
struct s { atomic_int a[8]; } g;
void *f(void *p) { atomic_fetch_add(&g.a[6], 1); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); memset(&g, 0, sizeof g); pthread_join(t, 0); }
