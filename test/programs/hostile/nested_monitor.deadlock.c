// SPDX-License-Identifier: Apache-2.0
// wrong: waits on inner cond holding the outer lock the notifier needs
#include <pthread.h>
pthread_mutex_t o=PTHREAD_MUTEX_INITIALIZER,m=PTHREAD_MUTEX_INITIALIZER;pthread_cond_t c=PTHREAD_COND_INITIALIZER;int ok;
static void*f(void*p){pthread_mutex_lock(&o);pthread_mutex_lock(&m);while(!ok)pthread_cond_wait(&c,&m);pthread_mutex_unlock(&m);pthread_mutex_unlock(&o);return p;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);pthread_mutex_lock(&o);pthread_mutex_lock(&m);ok=1;pthread_cond_signal(&c);pthread_mutex_unlock(&m);pthread_mutex_unlock(&o);pthread_join(t,0);return 0;}
