// SPDX-License-Identifier: Apache-2.0
#include "words.h"
struct timespec ts;
T(f){struct timespec r={0,1};nanosleep(&r,&ts);nanosleep(&ts,0);return 0;}
int main(){pthread_t s;GO(s,f,0);ts.tv_nsec=0;JOIN(s);}
