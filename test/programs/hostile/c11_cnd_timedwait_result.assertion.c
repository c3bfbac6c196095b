// SPDX-License-Identifier: Apache-2.0
#include <threads.h>
#include <assert.h>
#include <time.h>
mtx_t m; cnd_t c; int go;
int f(void *u) { (void)u; mtx_lock(&m); go = 1; cnd_signal(&c); mtx_unlock(&m); return 0; }
int main(void) { mtx_init(&m, mtx_plain); cnd_init(&c); thrd_t a; thrd_create(&a, f, 0); mtx_lock(&m); struct timespec ts = {4000000000, 0}; int r = 0; if (!go) r = cnd_timedwait(&c, &m, &ts); assert(r == thrd_timedout || go); mtx_unlock(&m); thrd_join(a, 0); return 0; }
