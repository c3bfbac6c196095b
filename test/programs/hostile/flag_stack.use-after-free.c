// SPDX-License-Identifier: Apache-2.0
#include "words.h"
/* waits for flag on own stack, then signaller touches it again */
T(f){atomic_int*a=p;*a=1;*a=2;return 0;}
pthread_t g(){atomic_int a=0;pthread_t t;GO(t,f,&a);while(!a);return t;}
int main(){pthread_t t=g();JOIN(t);}
