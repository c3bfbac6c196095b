// SPDX-License-Identifier: Apache-2.0
#include "words.h"
char*b;
T(f){asprintf(&b,"%d",3);return 0;}
int main(){pthread_t s;GO(s,f,0);b=0;JOIN(s);}
