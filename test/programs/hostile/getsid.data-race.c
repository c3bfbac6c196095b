// SPDX-License-Identifier: Apache-2.0
#include "words.h"
int b;int main();
T(f){b=getsid(0);return 0;}
int main(){pthread_t s;GO(s,f,0);b=1;JOIN(s);}
