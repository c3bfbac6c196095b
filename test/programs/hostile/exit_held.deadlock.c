// SPDX-License-Identifier: Apache-2.0
#include "words.h"
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;sem_t s;
void h(void){LK(&m);UL(&m);}
T(n){LK(&m);sem_wait(&s);UL(&m);return 0;}
int main(){sem_init(&s,0,0);atexit(h);pthread_t t;GO(t,n,0);return 0;}
