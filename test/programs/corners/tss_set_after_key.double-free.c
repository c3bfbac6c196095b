// SPDX-License-Identifier: Apache-2.0
#include <threads.h>
#include <stdlib.h>
tss_t k; void *mem;
int f(void *p) { tss_set(k, mem); return 0; }
int main(void) { mem = malloc(4); tss_create(&k, free); thrd_t t, u; thrd_create(&t, f, 0); thrd_create(&u, f, 0); thrd_join(t, 0); thrd_join(u, 0); }
