// SPDX-License-Identifier: Apache-2.0
#include "words.h"
pthread_barrier_t*b;
T(f){pthread_barrier_t*q=p;if(pthread_barrier_wait(q)==PTHREAD_BARRIER_SERIAL_THREAD){pthread_barrier_destroy(q);free(q);}return 0;}
int main(){b=malloc(sizeof*b);pthread_barrier_init(b,0,2);pthread_t s,t;GO(s,f,b);GO(t,f,b);JOIN(s);JOIN(t);}
