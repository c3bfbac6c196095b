// SPDX-License-Identifier: Apache-2.0
#include "words.h"
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;pthread_cond_t c=PTHREAD_COND_INITIALIZER;int r;
T(f){r=1;pthread_cond_broadcast(&c);return 0;}
int main(){pthread_t s;GO(s,f,0);LK(&m);struct timespec ts={1,0};while(!r)pthread_cond_timedwait(&c,&m,&ts);UL(&m);JOIN(s);}
