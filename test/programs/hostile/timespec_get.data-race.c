// SPDX-License-Identifier: Apache-2.0
#include "words.h"
struct timespec b;int main();
T(f){timespec_get(&b,TIME_UTC);return 0;}
int main(){pthread_t s;GO(s,f,0);b.tv_sec=1;JOIN(s);}
