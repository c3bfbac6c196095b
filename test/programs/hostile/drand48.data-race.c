// SPDX-License-Identifier: Apache-2.0
#include "words.h"
T(f){drand48();return 0;}
int main(){pthread_t s,t;GO(s,f,0);GO(t,f,0);JOIN(s);JOIN(t);}
