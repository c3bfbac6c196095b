// SPDX-License-Identifier: Apache-2.0
#include <threads.h>
#include <time.h>
mtx_t m; cnd_t c; int go; once_flag o = ONCE_FLAG_INIT; int n; tss_t k; int des;
void once(void) { n++; }
void d(void *p) { mtx_lock(&m); des += *(int *)p; mtx_unlock(&m); }
 int f(void *u) { static int one = 1; tss_set(k, &one); call_once(&o, once); mtx_lock(&m); go++; cnd_broadcast(&c); mtx_unlock(&m); return 0; } int main(void) { mtx_init(&m, mtx_timed|mtx_recursive); cnd_init(&c); tss_create(&k, d); thrd_t a, b; thrd_create(&a, f, 0); thrd_create(&b, f, &m); mtx_lock(&m); while (go < 2) cnd_wait(&c, &m); mtx_unlock(&m); thrd_join(a, 0); thrd_join(b, 0); tss_delete(k); return 0; }
