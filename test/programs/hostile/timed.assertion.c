// SPDX-License-Identifier: Apache-2.0
#include "words.h"
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;pthread_cond_t c=PTHREAD_COND_INITIALIZER;int r;
T(f){LK(&m);r=1;pthread_cond_signal(&c);UL(&m);return 0;}
int main(){pthread_t s;GO(s,f,0);LK(&m);struct timespec ts={1,0};int e=0;while(!r&&e!=ETIMEDOUT)e=pthread_cond_timedwait(&c,&m,&ts);assert(e!=ETIMEDOUT||!r);UL(&m);JOIN(s);}
