// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
struct big { long a[6]; } g; long seen;
__attribute__((noinline)) struct big make(long k) { struct big b; for (int i = 0; i < 6; i++) b.a[i] = k; return b; }
void *f(void *p) { seen = g.a[2]; return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); g = make(4); pthread_join(t, 0); }
