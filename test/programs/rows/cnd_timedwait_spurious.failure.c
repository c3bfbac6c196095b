// SPDX-License-Identifier: Apache-2.0
#include <threads.h>
#include <time.h>
mtx_t m; cnd_t c; int go,bad;
int f(void*p){ mtx_lock(&m); go=1; cnd_signal(&c); mtx_unlock(&m); return 0; }
int main(){ mtx_init(&m,mtx_plain); cnd_init(&c); thrd_t t; thrd_create(&t,f,0); struct timespec ts; timespec_get(&ts,TIME_UTC); ts.tv_sec+=100; mtx_lock(&m); if(!go && cnd_timedwait(&c,&m,&ts)==thrd_success && !go) bad=1; mtx_unlock(&m); thrd_join(t,0); return bad; }
