// SPDX-License-Identifier: Apache-2.0
#include <threads.h>
int f(void *p) { if (p) thrd_exit(9); return 7; }
int main(void) { thrd_t t, u; int r = 0, s = 0; thrd_create(&t, f, 0); thrd_create(&u, f, &r); thrd_join(t, &r); thrd_join(u, &s); return r == 7 && s == 9 ? 0 : 1; }
