// SPDX-License-Identifier: Apache-2.0
#include "words.h"
pthread_attr_t b;;int main();
T(f){pthread_t z;pthread_attr_init(&b);pthread_create(&z,&b,(void*(*)(void*))rand,0);pthread_join(z,0);return 0;}
int main(){pthread_t s;GO(s,f,0);memset(&b,0,4);JOIN(s);}
