// SPDX-License-Identifier: Apache-2.0
#include "words.h"
struct timespec b={0,1};
T(f){nanosleep(&b,0);return 0;}
int main(){pthread_t s;GO(s,f,0);b.tv_nsec=2;JOIN(s);}
