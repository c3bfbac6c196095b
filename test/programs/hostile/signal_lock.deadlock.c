// SPDX-License-Identifier: Apache-2.0
#include "words.h"
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;
void h(int s){LK(&m);UL(&m);}
T(f){LK(&m);raise(SIGUSR1);UL(&m);return 0;}
int main(){signal(SIGUSR1,h);pthread_t s;GO(s,f,0);JOIN(s);}
