// SPDX-License-Identifier: Apache-2.0
#include "words.h"
struct timespec b={0,1};pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;int main();
T(f){pthread_mutex_timedlock(&m,&b);return 0;}
int main(){pthread_t s;GO(s,f,0);b.tv_sec=0;JOIN(s);}
