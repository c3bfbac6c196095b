// SPDX-License-Identifier: Apache-2.0
#include "words.h"
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;pthread_cond_t c=PTHREAD_COND_INITIALIZER;int r,w;
T(f){LK(&m);w++;while(!r)pthread_cond_wait(&c,&m);UL(&m);return 0;}
int main(){pthread_t s;GO(s,f,0);for(;;){LK(&m);if(w){r=1;pthread_cond_broadcast(&c);pthread_cond_destroy(&c);UL(&m);break;}UL(&m);sched_yield();}JOIN(s);}
