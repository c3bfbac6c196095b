// SPDX-License-Identifier: Apache-2.0
#include "words.h"
int e;volatile double v=8.5;
T(f){double d=frexp(v,&e);return (void*)(long)d;}
int main(){pthread_t s,t;GO(s,f,0);GO(t,f,0);JOIN(s);JOIN(t);}
