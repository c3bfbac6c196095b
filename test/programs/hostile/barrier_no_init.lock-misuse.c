// SPDX-License-Identifier: Apache-2.0
#include "short.h"
pthread_barrier_t b;
F(w){pthread_barrier_wait(&b);return 0;}
int main(void){GO(t,w);J(t);return 0;}
