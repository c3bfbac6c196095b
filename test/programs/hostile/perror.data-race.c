// SPDX-License-Identifier: Apache-2.0
#include "words.h"
char b[8]="abc";int main();
T(f){perror(b);return 0;}
int main(){pthread_t s;GO(s,f,0);b[1]='x';JOIN(s);}
