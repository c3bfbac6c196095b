// SPDX-License-Identifier: Apache-2.0
#include <threads.h>
#include <stdlib.h>
#include <assert.h>
#include <time.h>
mtx_t m; cnd_t c; tss_t k; int ready, freed;
void d(void *p) { mtx_lock(&m); freed++; mtx_unlock(&m); free(p); }
int f(void *p) { tss_set(k, malloc(3)); mtx_lock(&m); while (!ready) { struct timespec t; timespec_get(&t, TIME_UTC); t.tv_sec++; int r = cnd_timedwait(&c, &m, &t); assert(r == thrd_success || r == thrd_timedout); if (r == thrd_timedout) break; } mtx_unlock(&m); return 7; }
int main(void) { mtx_init(&m, mtx_timed); cnd_init(&c); tss_create(&k, d); thrd_t t; thrd_create(&t, f, 0);
  mtx_lock(&m); ready = 1; mtx_unlock(&m); cnd_signal(&c); int r; thrd_join(t, &r); assert(r == 7 && freed == 1); tss_delete(k); cnd_destroy(&c); mtx_destroy(&m); }
