// SPDX-License-Identifier: Apache-2.0
#include "words.h"
pthread_mutex_t a=PTHREAD_MUTEX_INITIALIZER,b=PTHREAD_MUTEX_INITIALIZER;int x;
T(f){LK(&a);LK(&b);x++;UL(&b);UL(&a);return 0;}
T(g){LK(&b);struct timespec ts={1,0};if(pthread_mutex_timedlock(&a,&ts)==0){x++;UL(&a);}UL(&b);return 0;}
int main(){pthread_t s,t;GO(s,f,0);GO(t,g,0);JOIN(s);JOIN(t);assert(x>=1);}
