// SPDX-License-Identifier: Apache-2.0
#include "words.h"
char b[4];int main();
T(f){FILE*f=fopen("/dev/zero","r");fread(b,1,4,f);fclose(f);return 0;}
int main(){pthread_t s;GO(s,f,0);b[1]=1;JOIN(s);}
