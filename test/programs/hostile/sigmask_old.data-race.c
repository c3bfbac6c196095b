// SPDX-License-Identifier: Apache-2.0
#include "words.h"
sigset_t b;int main();
T(f){pthread_sigmask(SIG_BLOCK,0,&b);return 0;}
int main(){pthread_t s;GO(s,f,0);memset(&b,0,4);JOIN(s);}
