// SPDX-License-Identifier: Apache-2.0
// right: C11 threads
#include <threads.h>
#include <assert.h>
mtx_t m;cnd_t c;int ok;once_flag o=ONCE_FLAG_INIT;int i;
static void init(void){i++;}
static int f(void*p){call_once(&o,init);mtx_lock(&m);ok=1;cnd_signal(&c);mtx_unlock(&m);return 5;}
int main(void){mtx_init(&m,mtx_plain);cnd_init(&c);thrd_t t;thrd_create(&t,f,0);call_once(&o,init);mtx_lock(&m);while(!ok)cnd_wait(&c,&m);mtx_unlock(&m);int r;thrd_join(t,&r);assert(r==5&&i==1);cnd_destroy(&c);mtx_destroy(&m);return 0;}
