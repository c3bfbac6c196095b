// SPDX-License-Identifier: Apache-2.0
#include "short.h"
pthread_barrier_t b;
F(w){pthread_barrier_wait(&b);return 0;}
int main(void){pthread_barrier_init(&b,0,2);GO(t,w);GO(u,w);GO(v,w);J(t);J(u);J(v);return 0;}
