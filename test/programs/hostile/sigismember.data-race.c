// SPDX-License-Identifier: Apache-2.0
#include "words.h"
sigset_t b;int n;int main();
T(f){n=sigismember(&b,3);return 0;}
int main(){pthread_t s;GO(s,f,0);memset(&b,0,4);JOIN(s);}
