// SPDX-License-Identifier: Apache-2.0
#include "words.h"
char b[8]="abc";void*q;int main();
T(f){q=memmem(b,8,"c",1);return 0;}
int main(){pthread_t s;GO(s,f,0);b[1]='x';JOIN(s);}
