// SPDX-License-Identifier: Apache-2.0
#include <threads.h>
tss_t k; int freed;
void d(void *p) { freed++; }
int f(void *p) { tss_set(k, &k); return 0; }
int main(void) { tss_create(&k, d); thrd_t t; thrd_create(&t, f, 0); thrd_join(t, 0); return freed == 1 ? 0 : 1; }
