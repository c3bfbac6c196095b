// SPDX-License-Identifier: Apache-2.0
#include "words.h"
pthread_mutexattr_t b;int d;int main();
T(f){pthread_mutexattr_gettype(&b,&d);return 0;}
int main(){pthread_t s;GO(s,f,0);d=1;JOIN(s);}
