// SPDX-License-Identifier: Apache-2.0
// right: recursion on timed + recursive C11 mutex
#include <threads.h>
mtx_t m;int n;
static int f(void*p){struct timespec ts;timespec_get(&ts,TIME_UTC);ts.tv_sec+=5;mtx_lock(&m);if(mtx_timedlock(&m,&ts)==thrd_success){n++;mtx_unlock(&m);}else return 1;mtx_unlock(&m);return 0;}
int main(void){mtx_init(&m,mtx_recursive|mtx_timed);thrd_t t;int r,q;thrd_create(&t,f,0);q=f(0);thrd_join(t,&r);mtx_destroy(&m);return r||q||n!=2;}
