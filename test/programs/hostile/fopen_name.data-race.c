// SPDX-License-Identifier: Apache-2.0
#include "words.h"
char a[]="/dev/null";
T(f){FILE*g=fopen(a,"r");if(g)fclose(g);return 0;}
int main(){pthread_t s;GO(s,f,0);a[1]='x';JOIN(s);}
