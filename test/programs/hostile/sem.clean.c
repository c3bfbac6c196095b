// SPDX-License-Identifier: Apache-2.0
#include "words.h"
sem_t s_;int x;
T(f){sem_wait(&s_);x++;sem_post(&s_);return 0;}
int main(){sem_init(&s_,0,1);pthread_t s,t;GO(s,f,0);GO(t,f,0);JOIN(s);JOIN(t);assert(x==2);sem_destroy(&s_);}
