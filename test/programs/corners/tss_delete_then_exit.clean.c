// SPDX-License-Identifier: Apache-2.0
#include <threads.h>
tss_t k; int n; 
void d(void *p) { n++; }
int f(void *p) { tss_create(&k, d); tss_set(k, &n); tss_delete(k); return 0; }
int main(void) { thrd_t t; thrd_create(&t, f, 0); thrd_join(t, 0); return n; }
