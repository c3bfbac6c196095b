// SPDX-License-Identifier: Apache-2.0
#include "short.h"
pthread_barrier_t b;int x[2];int s[2];
F(w){long i=(long)arg;x[i]=i+1;pthread_barrier_wait(&b);s[i]=x[0]+x[1];pthread_barrier_wait(&b);x[i]=0;return 0;}
int main(void){pthread_barrier_init(&b,0,2);GOA(t,w,1);w(0);J(t);assert(s[0]==3&&s[1]==3);pthread_barrier_destroy(&b);return 0;}
