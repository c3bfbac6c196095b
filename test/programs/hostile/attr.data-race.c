// SPDX-License-Identifier: Apache-2.0
#include "words.h"
pthread_attr_t a;size_t z;
T(f){pthread_attr_getstacksize(&a,&z);return 0;}
int main(){pthread_attr_init(&a);pthread_t s;GO(s,f,0);z=1;JOIN(s);}
