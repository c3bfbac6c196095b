// SPDX-License-Identifier: Apache-2.0
#include "words.h"
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER,k;
T(f){LK(&m);UL(&m);return 0;}
int main(){pthread_t s;GO(s,f,0);memcpy(&k,&m,sizeof m);JOIN(s);}
