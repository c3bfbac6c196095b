// SPDX-License-Identifier: Apache-2.0
#include "words.h"
char b[]="/nonexistent/x";
T(f){unlink(b);return 0;}
int main(){pthread_t s;GO(s,f,0);b[1]='m';JOIN(s);}
