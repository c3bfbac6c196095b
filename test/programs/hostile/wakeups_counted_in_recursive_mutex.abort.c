#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER,r=PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;pthread_cond_t c=PTHREAD_COND_INITIALIZER;int go;
/* each wake-up locks a recursive mutex once more; unlocks 5 times at end => too many wake-ups leaves it held; then thread tries */
void*w(void*x){pthread_mutex_lock(&m);go=1;pthread_cond_signal(&c);pthread_mutex_unlock(&m);return 0;}
void*v(void*x){if(pthread_mutex_trylock(&r))abort();pthread_mutex_unlock(&r);return 0;}
int main(){pthread_t t;pthread_create(&t,0,w,0);
 pthread_mutex_lock(&m);while(!go){pthread_mutex_lock(&r);pthread_cond_wait(&c,&m);}pthread_mutex_unlock(&m);
 for(int i=0;i<4;i++)pthread_mutex_unlock(&r);
 pthread_join(t,0);pthread_create(&t,0,v,0);pthread_join(t,0);}
