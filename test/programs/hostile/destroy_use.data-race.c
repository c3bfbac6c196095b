// SPDX-License-Identifier: Apache-2.0
#include "words.h"
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;
T(f){LK(&m);UL(&m);return 0;}
int main(){pthread_t s;GO(s,f,0);pthread_mutex_destroy(&m);JOIN(s);}
