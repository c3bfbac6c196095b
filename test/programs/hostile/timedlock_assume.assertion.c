// SPDX-License-Identifier: Apache-2.0
#include "words.h"
pthread_mutex_t a=PTHREAD_MUTEX_INITIALIZER;int x;
T(f){struct timespec ts;clock_gettime(CLOCK_REALTIME,&ts);ts.tv_sec+=3600;if(pthread_mutex_timedlock(&a,&ts)==0){x++;UL(&a);}return 0;}
int main(){pthread_t s,t;GO(s,f,0);GO(t,f,0);JOIN(s);JOIN(t);assert(x==2);}
