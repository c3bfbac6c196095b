// SPDX-License-Identifier: Apache-2.0
#include "words.h"
double e;volatile double v=8.5;
T(f){double d=modf(v,&e);return (void*)(long)d;}
int main(){pthread_t s;GO(s,f,0);e=1;JOIN(s);}
