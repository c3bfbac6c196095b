// SPDX-License-Identifier: Apache-2.0
// wrong: same cond with two mutexes at once.
#include <pthread.h>
static pthread_mutex_t m[2]={PTHREAD_MUTEX_INITIALIZER,PTHREAD_MUTEX_INITIALIZER};static pthread_cond_t c=PTHREAD_COND_INITIALIZER;static int ok[2];
static void*f(void*a){long i=(long)a;pthread_mutex_lock(&m[i]);while(!ok[i])pthread_cond_wait(&c,&m[i]);pthread_mutex_unlock(&m[i]);return 0;}
int main(void){pthread_t t,u;pthread_create(&t,0,f,(void*)0);pthread_create(&u,0,f,(void*)1);
 for(int i=0;i<2;i++){pthread_mutex_lock(&m[i]);ok[i]=1;pthread_mutex_unlock(&m[i]);}pthread_cond_broadcast(&c);pthread_join(t,0);pthread_join(u,0);return 0;}
