// SPDX-License-Identifier: Apache-2.0
#include "words.h"
char b[8]="abc";
T(f){b[2]='x';return 0;}
int main(){pthread_t s;GO(s,f,0);printf("%.2s\n",b);JOIN(s);}
