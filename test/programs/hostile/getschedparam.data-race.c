// SPDX-License-Identifier: Apache-2.0
#include "words.h"
int b;struct sched_param s;int main();
T(f){pthread_getschedparam(pthread_self(),&b,&s);return 0;}
int main(){pthread_t s;GO(s,f,0);b=1;JOIN(s);}
