// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <errno.h>
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER; void*res=(void*)5; 
void*f(void*p){ pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return (void*)1; }
void*g(void*p){ return res; }
int main(){ pthread_t t,u; pthread_mutex_lock(&m); pthread_create(&t,0,f,0); pthread_create(&u,0,g,0); int r=pthread_tryjoin_np(t,&res); pthread_mutex_unlock(&m); pthread_join(u,0); pthread_join(t,0); return r!=EBUSY; }
