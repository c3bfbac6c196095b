// SPDX-License-Identifier: Apache-2.0
#include "words.h"
struct sigaction o;
T(f){sigaction(SIGUSR1,0,&o);return 0;}
int main(){pthread_t s;GO(s,f,0);o.sa_flags=1;JOIN(s);}
