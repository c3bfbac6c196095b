// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <assert.h>
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c=PTHREAD_COND_INITIALIZER; int go;
void*f(void*p){ pthread_mutex_lock(&m); go=1; pthread_cond_signal(&c); pthread_mutex_unlock(&m); return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); pthread_mutex_lock(&m); if(!go){ int r=pthread_cond_wait(&c,&m); if(r==0) assert(go); } pthread_mutex_unlock(&m); pthread_join(t,0); return 0; }
