// SPDX-License-Identifier: Apache-2.0
#include <threads.h>
tss_t k; int r[2];
int f(void *p) { int i = (int)(long)p; tss_set(k, &r[i]); thrd_yield(); *(int *)tss_get(k) = i + 1; return 0; }
int main(void) { tss_create(&k, 0); thrd_t t, u; thrd_create(&t, f, (void *)0); thrd_create(&u, f, (void *)1); thrd_join(t, 0); thrd_join(u, 0); return r[0] + r[1] - 3; }
