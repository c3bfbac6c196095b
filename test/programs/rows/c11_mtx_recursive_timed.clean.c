// SPDX-License-Identifier: Apache-2.0
#include <threads.h>
#include <time.h>
mtx_t m; int x;
int f(void*p){ struct timespec ts; timespec_get(&ts,TIME_UTC); ts.tv_sec+=5; mtx_lock(&m); if(mtx_timedlock(&m,&ts)!=thrd_success) return 1; x++; mtx_unlock(&m); mtx_unlock(&m); return 0; }
int main(){ mtx_init(&m,mtx_timed|mtx_recursive); thrd_t t,u; thrd_create(&t,f,0); thrd_create(&u,f,0); int a,b; thrd_join(t,&a); thrd_join(u,&b); mtx_destroy(&m); return a+b+x-2; }
