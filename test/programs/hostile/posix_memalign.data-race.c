// SPDX-License-Identifier: Apache-2.0
#include "words.h"
void*b;
T(f){if(posix_memalign(&b,16,16))abort();return 0;}
int main(){pthread_t s;GO(s,f,0);b=0;JOIN(s);}
