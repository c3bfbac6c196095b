// SPDX-License-Identifier: Apache-2.0
#include "words.h"
sem_t a,b;
T(f){sem_wait(&a);sem_post(&b);return 0;}
int main(){sem_init(&a,0,0);sem_init(&b,0,0);pthread_t t;GO(t,f,0);sem_wait(&b);sem_post(&a);JOIN(t);}
