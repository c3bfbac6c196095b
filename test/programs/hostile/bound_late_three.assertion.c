// SPDX-License-Identifier: Apache-2.0
#include "short.h"
int main(void){struct timespec a,b;int n=0;for(int i=0;i<4;i++){clock_gettime(CLOCK_MONOTONIC,&a);clock_gettime(CLOCK_MONOTONIC,&b);if(b.tv_sec-a.tv_sec>5)n++;}assert(n<3);return 0;}
