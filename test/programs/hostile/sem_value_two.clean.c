// SPDX-License-Identifier: Apache-2.0
#include "words.h"
sem_t e,f_;int q[2];
T(p_){for(int i=0;i<3;i++){sem_wait(&e);q[i%2]=i;sem_post(&f_);}return 0;}
int main(){sem_init(&e,0,2);sem_init(&f_,0,0);pthread_t s;GO(s,p_,0);for(int i=0;i<3;i++){while(sem_wait(&f_));assert(q[i%2]==i);sem_post(&e);}JOIN(s);}
