// SPDX-License-Identifier: Apache-2.0
#include "words.h"
char b[]="%Y";
T(f){char o[64];struct tm m={0};strftime(o,64,b,&m);return 0;}
int main(){pthread_t s;GO(s,f,0);b[1]='m';JOIN(s);}
