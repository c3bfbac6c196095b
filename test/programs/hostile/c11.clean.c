// SPDX-License-Identifier: Apache-2.0
#include "words.h"
#include <threads.h>
mtx_t m;cnd_t c;int r;tss_t k;int d;
void dt(void*p){mtx_lock(&m);d+=*(int*)p;free(p);mtx_unlock(&m);}
int f(void*p){int*q=malloc(sizeof(int));*q=3;tss_set(k,q);mtx_lock(&m);r=1;cnd_signal(&c);mtx_unlock(&m);thrd_exit(7);}
int main(){mtx_init(&m,mtx_plain);cnd_init(&c);tss_create(&k,dt);thrd_t t;thrd_create(&t,f,0);mtx_lock(&m);while(!r)cnd_wait(&c,&m);mtx_unlock(&m);int v;thrd_join(t,&v);assert(v==7&&d==3);cnd_destroy(&c);mtx_destroy(&m);tss_delete(k);return 0;}
