// SPDX-License-Identifier: Apache-2.0
#include "words.h"
T(f){raise(SIGUSR1);return 0;}
int main(){signal(SIGUSR1,SIG_IGN);pthread_t s;GO(s,f,0);JOIN(s);}
