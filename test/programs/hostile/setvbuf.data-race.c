// SPDX-License-Identifier: Apache-2.0
#include "words.h"
char b[1024];int main();
T(f){FILE*f=fopen("/dev/null","w");setvbuf(f,b,_IOFBF,1024);fputs("hello",f);fclose(f);return 0;}
int main(){pthread_t s;GO(s,f,0);b[0]=1;JOIN(s);}
