// SPDX-License-Identifier: Apache-2.0
#include "words.h"
pthread_once_t o=PTHREAD_ONCE_INIT;
void i(void){pthread_once(&o,i);}
T(f){pthread_once(&o,i);return 0;}
int main(){pthread_t s;GO(s,f,0);JOIN(s);}
