// SPDX-License-Identifier: Apache-2.0
#include "words.h"
int b[2];
T(f){if(pipe(b))abort();return 0;}
int main(){pthread_t s;GO(s,f,0);b[0]=0;JOIN(s);}
