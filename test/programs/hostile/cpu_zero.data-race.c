// SPDX-License-Identifier: Apache-2.0
#include "words.h"
#include <sched.h>
cpu_set_t s;
T(f){sched_getaffinity(0,sizeof s,&s);return 0;}
int main(){pthread_t t;GO(t,f,0);CPU_ZERO(&s);JOIN(t);}
