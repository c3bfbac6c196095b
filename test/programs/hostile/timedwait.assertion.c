// SPDX-License-Identifier: Apache-2.0
#include "words.h"
sem_t s;
T(f){sem_post(&s);return 0;}
int main(){sem_init(&s,0,0);pthread_t t;GO(t,f,0);struct timespec ts;clock_gettime(CLOCK_REALTIME,&ts);ts.tv_sec+=10;assert(sem_timedwait(&s,&ts)==0);JOIN(t);}
