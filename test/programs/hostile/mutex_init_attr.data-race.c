// SPDX-License-Identifier: Apache-2.0
#include "words.h"
pthread_mutexattr_t b;pthread_mutex_t m;int main();
T(f){pthread_mutex_init(&m,&b);return 0;}
int main(){pthread_t s;GO(s,f,0);memset(&b,0,4);JOIN(s);}
