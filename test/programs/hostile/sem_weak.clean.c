// SPDX-License-Identifier: Apache-2.0
#include "words.h"
sem_t s_;atomic_int x;
T(f){ST(&x,1,RLX);sem_post(&s_);return 0;}
int main(){sem_init(&s_,0,0);pthread_t s;GO(s,f,0);while(sem_wait(&s_));assert(LD(&x,RLX)==1);JOIN(s);}
