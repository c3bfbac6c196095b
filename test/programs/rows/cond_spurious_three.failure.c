// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c=PTHREAD_COND_INITIALIZER; int go,bad;
void*f(void*a){ pthread_mutex_lock(&m); int n=0; while(!go && n<3) { pthread_cond_wait(&c,&m); n++; } if(!go) bad=1; pthread_mutex_unlock(&m); return 0;}
int main(){ pthread_t t; pthread_create(&t,0,f,0); pthread_mutex_lock(&m); go=1; pthread_cond_signal(&c); pthread_mutex_unlock(&m); pthread_join(t,0); return bad;}
