// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
struct big { long a[6]; } g; long sum;
__attribute__((noinline)) long use(struct big b) { return b.a[5]; }
void *f(void *p) { g.a[5] = 3; return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); sum = use(g); pthread_join(t, 0); }
