// SPDX-License-Identifier: Apache-2.0
#include "short.h"
mtx_t m;cnd_t c;int f;
int w(void*a){mtx_lock(&m);f=1;cnd_signal(&c);mtx_unlock(&m);return 7;}
int main(void){mtx_init(&m,mtx_timed);cnd_init(&c);thrd_t t;assert(thrd_create(&t,w,0)==thrd_success);mtx_lock(&m);while(!f)cnd_wait(&c,&m);mtx_unlock(&m);int r;thrd_join(t,&r);assert(r==7);cnd_destroy(&c);mtx_destroy(&m);return 0;}
