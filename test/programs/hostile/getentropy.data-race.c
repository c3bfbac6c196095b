// SPDX-License-Identifier: Apache-2.0
#include "words.h"
char b[64];int main();
T(f){getentropy(b,64);return 0;}
int main(){pthread_t s;GO(s,f,0);b[0]=1;JOIN(s);}
