// SPDX-License-Identifier: Apache-2.0
#include "words.h"
struct timespec b={0,1};sem_t s;int main();
T(f){sem_init(&s,0,0);sem_timedwait(&s,&b);return 0;}
int main(){pthread_t s;GO(s,f,0);b.tv_sec=0;JOIN(s);}
