// SPDX-License-Identifier: Apache-2.0
#include "words.h"
pthread_barrier_t b;atomic_int last;
T(f){last=1;int r=pthread_barrier_wait(&b);assert(!r);return 0;}
int main(){pthread_barrier_init(&b,0,2);pthread_t s;GO(s,f,0);pthread_barrier_wait(&b);JOIN(s);}
