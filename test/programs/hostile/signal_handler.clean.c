// SPDX-License-Identifier: Apache-2.0
#include "words.h"
volatile sig_atomic_t n;
void h(int s){n++;}
T(f){raise(SIGUSR1);return 0;}
int main(){signal(SIGUSR1,h);pthread_t s;GO(s,f,0);JOIN(s);assert(n==1);}
