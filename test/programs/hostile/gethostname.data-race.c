// SPDX-License-Identifier: Apache-2.0
#include "words.h"
char b[99];
T(f){gethostname(b,99);return 0;}
int main(){pthread_t s;GO(s,f,0);b[0]=0;JOIN(s);}
