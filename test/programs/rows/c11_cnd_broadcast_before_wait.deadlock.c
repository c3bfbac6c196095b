// SPDX-License-Identifier: Apache-2.0
#include <threads.h>
mtx_t m; cnd_t c; int n;
int f(void*p){ mtx_lock(&m); n++; cnd_broadcast(&c); mtx_unlock(&m); return 0; }
int main(){ mtx_init(&m,mtx_plain); cnd_init(&c); thrd_t t; thrd_create(&t,f,0); mtx_lock(&m); int s=n; while(n==s) cnd_wait(&c,&m); mtx_unlock(&m); thrd_join(t,0); return 0; }
