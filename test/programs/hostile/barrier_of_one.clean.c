// SPDX-License-Identifier: Apache-2.0
// Every thread is a round of its own, and the serial one of it.
#include "short.h"
pthread_barrier_t b;
F(w){assert(pthread_barrier_wait(&b)==PTHREAD_BARRIER_SERIAL_THREAD);return 0;}
F(v){assert(pthread_barrier_wait(&b)==PTHREAD_BARRIER_SERIAL_THREAD);pthread_barrier_wait(&b);return 0;}
int main(void){pthread_barrier_init(&b,0,1);GO(t,w);GO(u,v);J(t);J(u);pthread_barrier_destroy(&b);return 0;}
