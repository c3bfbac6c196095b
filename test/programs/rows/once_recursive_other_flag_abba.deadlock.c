// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_once_t a=PTHREAD_ONCE_INIT,b=PTHREAD_ONCE_INIT; pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;
void ia(void){ pthread_mutex_lock(&m); pthread_mutex_unlock(&m);} 
void*f(void*x){ pthread_mutex_lock(&m); pthread_once(&a,ia); pthread_mutex_unlock(&m); return 0;}
void*g(void*x){ pthread_once(&a,ia); return 0;}
int main(){ pthread_t t,u; pthread_create(&u,0,g,0); pthread_create(&t,0,f,0); pthread_join(u,0); pthread_join(t,0); return 0;}
