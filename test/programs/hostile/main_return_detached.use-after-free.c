// SPDX-License-Identifier: Apache-2.0
#include "words.h"
T(n){*(int*)p=1;return 0;}
int main(){int x=0;pthread_t t;GO(t,n,&x);pthread_detach(t);return 0;}
