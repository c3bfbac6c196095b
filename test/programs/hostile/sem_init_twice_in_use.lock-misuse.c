// SPDX-License-Identifier: Apache-2.0
#include "short.h"
sem_t s;
F(w){sem_wait(&s);return 0;}
int main(void){sem_init(&s,0,0);GO(t,w);sched_yield();sem_init(&s,0,1);J(t);return 0;}
