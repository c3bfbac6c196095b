// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER,n=PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c=PTHREAD_COND_INITIALIZER; int a,b;
void*f(void*p){ pthread_mutex_lock(&m); while(!a) pthread_cond_wait(&c,&m); pthread_mutex_unlock(&m); return 0; }
void*g(void*p){ pthread_mutex_lock(&n); while(!b) pthread_cond_wait(&c,&n); pthread_mutex_unlock(&n); return 0; }
int main(){ pthread_t t,u; pthread_create(&t,0,f,0); pthread_create(&u,0,g,0); pthread_mutex_lock(&m); a=1; pthread_mutex_unlock(&m); pthread_mutex_lock(&n); b=1; pthread_mutex_unlock(&n); pthread_cond_broadcast(&c); pthread_join(t,0); pthread_join(u,0); return 0; }
