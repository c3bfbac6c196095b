// SPDX-License-Identifier: Apache-2.0
#include "words.h"
pthread_barrier_t b;
T(f){pthread_barrier_wait(&b);return 0;}
int main(){pthread_barrier_init(&b,0,3);pthread_t s,t;GO(s,f,0);GO(t,f,0);JOIN(s);JOIN(t);}
