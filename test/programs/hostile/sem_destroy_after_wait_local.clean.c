// SPDX-License-Identifier: Apache-2.0
#include "short.h"
F(w){sem_post((sem_t*)arg);return 0;}
int main(void){sem_t s;sem_init(&s,0,0);GOA(t,w,&s);sem_wait(&s);sem_destroy(&s);J(t);return 0;}
