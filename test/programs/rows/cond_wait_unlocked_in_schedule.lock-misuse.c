// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c=PTHREAD_COND_INITIALIZER; int a;
void*f(void*p){ int held=pthread_mutex_trylock(&m)==0; struct timespec ts={0,0}; pthread_cond_timedwait(&c,&m,&ts); if(held) pthread_mutex_unlock(&m); return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); pthread_mutex_lock(&m); a=1; pthread_mutex_unlock(&m); pthread_join(t,0); return 0; }
