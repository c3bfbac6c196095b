// SPDX-License-Identifier: Apache-2.0
// wrong: only one of two waiters notified, then destroyed
#include <pthread.h>
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;pthread_cond_t c=PTHREAD_COND_INITIALIZER;int ok;
static void*f(void*p){pthread_mutex_lock(&m);while(!ok)pthread_cond_wait(&c,&m);pthread_mutex_unlock(&m);return p;}
int main(void){pthread_t t,u;pthread_create(&t,0,f,0);pthread_create(&u,0,f,0);pthread_mutex_lock(&m);ok=1;pthread_cond_signal(&c);pthread_mutex_unlock(&m);pthread_cond_destroy(&c);pthread_join(t,0);pthread_join(u,0);return 0;}
