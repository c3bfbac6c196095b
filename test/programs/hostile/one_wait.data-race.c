// SPDX-License-Identifier: Apache-2.0
#include "words.h"
pthread_barrier_t b;int x[2];
T(f){int i=p!=0;x[i]=1;pthread_barrier_wait(&b);x[!i]++;x[i]++;return 0;}
int main(){pthread_barrier_init(&b,0,2);pthread_t s,t;GO(s,f,0);GO(t,f,(void*)1);JOIN(s);JOIN(t);}
