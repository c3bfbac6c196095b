// SPDX-License-Identifier: Apache-2.0
#include "short.h"
mtx_t m;cnd_t c;int f;
int w(void*a){mtx_lock(&m);f=1;cnd_signal(&c);mtx_unlock(&m);return 0;}
int main(void){mtx_init(&m,mtx_plain);cnd_init(&c);thrd_t t;thrd_create(&t,w,0);struct timespec ts;timespec_get(&ts,TIME_UTC);ts.tv_sec+=2;mtx_lock(&m);int r=thrd_success;while(!f&&r==thrd_success)r=cnd_timedwait(&c,&m,&ts);assert(f);mtx_unlock(&m);thrd_join(t,0);return 0;}
