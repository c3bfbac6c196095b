// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_once_t a=PTHREAD_ONCE_INIT; pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER; int v;
void ia(void){ pthread_mutex_lock(&m); v=7; pthread_mutex_unlock(&m);} 
void*f(void*x){ pthread_once(&a,ia); pthread_mutex_lock(&m); pthread_once(&a,ia); pthread_mutex_unlock(&m); return v==7?0:(void*)1;}
int main(){ pthread_t t,u; void*r,*s; pthread_create(&u,0,f,0); pthread_create(&t,0,f,0); pthread_join(u,&r); pthread_join(t,&s); return r||s;}
