// SPDX-License-Identifier: Apache-2.0
#include "brief.h"
mtx_t m;cnd_t*c;int r;int f(void*a){mtx_lock(&m);while(!r)cnd_wait(c,&m);mtx_unlock(&m);return 0;}
int main(){mtx_init(&m,0);c=malloc(sizeof*c);cnd_init(c);thrd_t t;thrd_create(&t,f,0);mtx_lock(&m);r=1;cnd_signal(c);mtx_unlock(&m);free(c);thrd_join(t,0);return 0;}
