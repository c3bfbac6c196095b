// SPDX-License-Identifier: Apache-2.0
#include <threads.h>
#include <assert.h>
#include <time.h>
mtx_t m; cnd_t c; int ready;
int f(void *p) { mtx_lock(&m); if (!ready) { struct timespec t; timespec_get(&t, TIME_UTC); t.tv_sec += 100; cnd_timedwait(&c, &m, &t); } assert(ready); mtx_unlock(&m); return 0; }
int main(void) { mtx_init(&m, mtx_plain); cnd_init(&c); thrd_t t; thrd_create(&t, f, 0);
  mtx_lock(&m); ready = 1; mtx_unlock(&m); cnd_signal(&c); thrd_join(t, 0); }
