// SPDX-License-Identifier: Apache-2.0
#include <threads.h>
#include <time.h>
mtx_t m; int x;
int f(void*p){ struct timespec ts; timespec_get(&ts,TIME_UTC); ts.tv_sec+=5; int r=mtx_timedlock(&m,&ts); x++; if(r==thrd_success) mtx_unlock(&m); return 0; }
int main(){ mtx_init(&m,mtx_timed); thrd_t t,u; thrd_create(&t,f,0); thrd_create(&u,f,0); thrd_join(t,0); thrd_join(u,0); return 0; }
