// SPDX-License-Identifier: Apache-2.0
#include <threads.h>
once_flag o = ONCE_FLAG_INIT; int n;
void r(void) { n++; }
int f(void *p) { call_once(&o, r); return 0; }
int main(void) { thrd_t t; thrd_create(&t, f, 0); o = (once_flag)ONCE_FLAG_INIT; thrd_join(t, 0); }
