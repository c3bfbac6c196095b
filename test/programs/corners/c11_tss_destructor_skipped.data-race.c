// SPDX-License-Identifier: Apache-2.0
#include <threads.h>
tss_t k; int n;
void d(void *p) { n++; }
int f(void *p) { tss_set(k, &k); return 0; }
int main(void) { tss_create(&k, d); thrd_t t, u; thrd_create(&t, f, 0); thrd_create(&u, f, 0); thrd_join(t, 0); thrd_join(u, 0); }
