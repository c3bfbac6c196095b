// SPDX-License-Identifier: Apache-2.0
#include "words.h"
FILE*g;
T(f){fclose(g);return 0;}
int main(){g=fopen("/dev/null","w");pthread_t s;GO(s,f,0);fputs("x",g);JOIN(s);}
