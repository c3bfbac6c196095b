// SPDX-License-Identifier: Apache-2.0
#include "words.h"
char q[8]="abc";
T(f){puts(q);return 0;}
int main(){pthread_t s;GO(s,f,0);q[1]='x';JOIN(s);}
