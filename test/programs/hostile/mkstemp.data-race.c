// SPDX-License-Identifier: Apache-2.0
#include "words.h"
char b[]="/tmp/zzXXXXXX";int main();
T(f){int f=mkstemp(b);close(f);return 0;}
int main(){pthread_t s;GO(s,f,0);b[8]='X';JOIN(s);}
