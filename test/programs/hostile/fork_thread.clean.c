// SPDX-License-Identifier: Apache-2.0
#include "words.h"
T(f){return malloc(1)?0:(void*)1;}
int main(){pthread_t s;GO(s,f,0);JOIN(s);assert(sched_yield()==0);usleep(10);}
