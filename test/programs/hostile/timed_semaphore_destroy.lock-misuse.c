// SPDX-License-Identifier: Apache-2.0
#include "brief.h"
sem_t s;atomic_int st;
TH(f){struct timespec t={0,0};sem_timedwait(&s,&t);R;}
int main(){sem_init(&s,0,0);pthread_t t;pthread_create(&t,0,f,0);sem_destroy(&s);pthread_join(t,0);return 0;}
