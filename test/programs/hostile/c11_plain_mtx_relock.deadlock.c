// SPDX-License-Identifier: Apache-2.0
#include <threads.h>
mtx_t m;
int f(void *u) { (void)u; mtx_lock(&m); if (mtx_trylock(&m) == thrd_busy) mtx_lock(&m); return 0; }
int main(void) { mtx_init(&m, mtx_plain); thrd_t t; thrd_create(&t, f, 0); thrd_join(t, 0); return 0; }
