// SPDX-License-Identifier: Apache-2.0
#include <threads.h>
#include <assert.h>
#include <time.h>
mtx_t m; cnd_t c; int go; once_flag o = ONCE_FLAG_INIT; int n; tss_t k; int des;
void once(void) { n++; }
void d(void *p) { mtx_lock(&m); des += *(int *)p; mtx_unlock(&m); }
int f(void *u) { static int one = 1; tss_set(k, &one); call_once(&o, once); struct timespec ts = {1, 0}; int r = mtx_timedlock(&m, &ts); if (r == thrd_timedout) mtx_lock(&m); else assert(r == thrd_success); assert(mtx_lock(&m) == thrd_success); while (0); mtx_unlock(&m); go++; cnd_broadcast(&c); mtx_unlock(&m); thrd_exit(u ? 4 : 5); }
int main(void) { mtx_init(&m, mtx_timed | mtx_recursive); cnd_init(&c); tss_create(&k, d); thrd_t a, b; thrd_create(&a, f, 0); thrd_create(&b, f, &m); mtx_lock(&m); while (go < 2) cnd_wait(&c, &m); mtx_unlock(&m); int r, s; thrd_join(a, &r); thrd_join(b, &s); assert(r == 5 && s == 4 && n == 1 && des == 2); cnd_destroy(&c); mtx_destroy(&m); tss_delete(k); return 0; }
