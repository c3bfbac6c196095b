// SPDX-License-Identifier: Apache-2.0
#include "words.h"
pthread_mutexattr_t b;
T(f){pthread_mutexattr_init(&b);return 0;}
int main(){pthread_t s;GO(s,f,0);memset(&b,0,4);JOIN(s);}
