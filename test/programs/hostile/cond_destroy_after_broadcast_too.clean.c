// SPDX-License-Identifier: Apache-2.0
// right: POSIX permits destroying a cond after broadcast, when all waiters are notified... but mutex must wait for join.
#include <pthread.h>
#include <string.h>
static pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;static int ok,w;
static void*f(void*a){pthread_cond_t*c=a;pthread_mutex_lock(&m);w=1;if(!ok)do pthread_cond_wait(c,&m);while(!ok);pthread_mutex_unlock(&m);return 0;}
int main(void){pthread_cond_t c;pthread_cond_init(&c,0);pthread_t t;pthread_create(&t,0,f,&c);pthread_mutex_lock(&m);ok=1;pthread_cond_broadcast(&c);int ww=w;pthread_mutex_unlock(&m);(void)ww;pthread_join(t,0);pthread_cond_destroy(&c);return 0;}
