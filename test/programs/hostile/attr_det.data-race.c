// SPDX-License-Identifier: Apache-2.0
#include "words.h"
pthread_attr_t b;int d;int main();
T(f){pthread_attr_getdetachstate(&b,&d);return 0;}
int main(){pthread_t s;GO(s,f,0);d=1;JOIN(s);}
