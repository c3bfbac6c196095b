// SPDX-License-Identifier: Apache-2.0
#include "words.h"
unsigned sd;
T(f){rand_r(&sd);return 0;}
int main(){pthread_t s,t;GO(s,f,0);GO(t,f,0);JOIN(s);JOIN(t);}
