// SPDX-License-Identifier: Apache-2.0
#include "words.h"
pthread_attr_t b;int main();
T(f){pthread_attr_init(&b);return 0;}
int main(){pthread_t s;GO(s,f,0);memset(&b,0,1);JOIN(s);}
