// SPDX-License-Identifier: Apache-2.0
// wrong: mtx_timedlock on thrd_timedout ignored; C11
#include <threads.h>
#include <time.h>
mtx_t m;int n;
static int f(void*p){struct timespec t;timespec_get(&t,TIME_UTC);t.tv_sec++;if(mtx_timedlock(&m,&t)!=thrd_success){n--;return 0;}n++;mtx_unlock(&m);return 0;}
int main(void){mtx_init(&m,mtx_timed);thrd_t t,u;thrd_create(&t,f,0);thrd_create(&u,f,0);thrd_join(t,0);thrd_join(u,0);return 0;}
