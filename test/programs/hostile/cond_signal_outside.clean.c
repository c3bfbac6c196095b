// SPDX-License-Identifier: Apache-2.0
// right: signal after unlock, fine; static cond.
#include <pthread.h>
static pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;static pthread_cond_t c=PTHREAD_COND_INITIALIZER;static int ok;
static void*f(void*a){pthread_mutex_lock(&m);while(!ok)pthread_cond_wait(&c,&m);pthread_mutex_unlock(&m);return a;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);pthread_mutex_lock(&m);ok=1;pthread_mutex_unlock(&m);pthread_cond_signal(&c);pthread_join(t,0);return 0;}
