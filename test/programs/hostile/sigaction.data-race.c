// SPDX-License-Identifier: Apache-2.0
#include "words.h"
struct sigaction b;
T(f){sigaction(SIGUSR2,&b,0);return 0;}
int main(){pthread_t s;GO(s,f,0);b.sa_flags=0;JOIN(s);}
