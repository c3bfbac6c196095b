// SPDX-License-Identifier: Apache-2.0
#include "words.h"
unsigned short b[3];
T(f){erand48(b);return 0;}
int main(){pthread_t s,t;GO(s,f,0);GO(t,f,0);JOIN(s);JOIN(t);}
