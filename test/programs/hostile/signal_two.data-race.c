// SPDX-License-Identifier: Apache-2.0
#include "words.h"
int n;
void h(int s){n++;}
T(f){raise(SIGUSR1);return 0;}
int main(){signal(SIGUSR1,h);pthread_t s,t;GO(s,f,0);GO(t,f,0);JOIN(s);JOIN(t);}
