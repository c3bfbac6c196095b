// SPDX-License-Identifier: Apache-2.0
#include "words.h"
sem_t s_;
T(f){sem_timedwait(&s_,p);return 0;}
int main(){sem_init(&s_,0,0);struct timespec*b=calloc(1,sizeof*b);pthread_t s;GO(s,f,b);free(b);JOIN(s);}
