// SPDX-License-Identifier: Apache-2.0
#include "words.h"
struct timespec b={0,1};int main();
T(f){clock_nanosleep(CLOCK_REALTIME,0,&b,0);return 0;}
int main(){pthread_t s;GO(s,f,0);b.tv_sec=0;JOIN(s);}
