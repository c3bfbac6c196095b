// SPDX-License-Identifier: Apache-2.0
#include "short.h"
sem_t s;int x;
F(w){sem_post(&s);x=1;return 0;}
int main(void){sem_init(&s,0,0);GO(t,w);pthread_detach(t);sem_wait(&s);x=2;return 0;}
