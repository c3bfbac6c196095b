// SPDX-License-Identifier: Apache-2.0
#include "short.h"
sem_t s;int x;
F(w){x=1;sem_post(&s);return 0;}
int main(void){sem_init(&s,0,0);GO(t,w);for(;;){struct timespec ts;clock_gettime(CLOCK_REALTIME,&ts);ts.tv_nsec+=1000000;if(ts.tv_nsec>=1000000000){ts.tv_sec++;ts.tv_nsec-=1000000000;}if(sem_timedwait(&s,&ts)==0)break;}assert(x==1);J(t);return 0;}
