// SPDX-License-Identifier: Apache-2.0
#include "words.h"
sem_t s_;int x;
T(f){x=1;sem_post(&s_);return 0;}
int main(){sem_init(&s_,0,0);pthread_t s;GO(s,f,0);int v;sem_getvalue(&s_,&v);if(v)x=2;JOIN(s);}
