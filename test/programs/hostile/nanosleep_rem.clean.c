// SPDX-License-Identifier: Apache-2.0
#include "words.h"
struct timespec r;
T(f){struct timespec t={0,1};nanosleep(&t,&r);return 0;}
int main(){pthread_t s;GO(s,f,0);JOIN(s);r.tv_sec=1;}
