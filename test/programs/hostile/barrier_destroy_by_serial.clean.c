// SPDX-License-Identifier: Apache-2.0
#include "short.h"
pthread_barrier_t*b;
F(w){if(pthread_barrier_wait(b)==PTHREAD_BARRIER_SERIAL_THREAD){pthread_barrier_destroy(b);free(b);}return 0;}
int main(void){b=malloc(sizeof*b);pthread_barrier_init(b,0,3);GO(t,w);GO(u,w);w(0);J(t);J(u);return 0;}
