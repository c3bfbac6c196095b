// SPDX-License-Identifier: Apache-2.0
#include "words.h"
char b[8];int main();
T(f){bzero(b,8);return 0;}
int main(){pthread_t s;GO(s,f,0);b[1]=1;JOIN(s);}
