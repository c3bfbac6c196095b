// SPDX-License-Identifier: Apache-2.0
#include "words.h"
#include <sys/random.h>
char b[9];
T(f){getrandom(b,9,0);return 0;}
int main(){pthread_t s;GO(s,f,0);b[3]=0;JOIN(s);}
