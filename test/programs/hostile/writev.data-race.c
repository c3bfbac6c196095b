// SPDX-License-Identifier: Apache-2.0
#include "words.h"
#include <sys/uio.h>
char b[4]="abc";int main();
T(f){int f=open("/dev/null",1);struct iovec v={b,3};writev(f,&v,1);close(f);return 0;}
int main(){pthread_t s;GO(s,f,0);b[1]=1;JOIN(s);}
