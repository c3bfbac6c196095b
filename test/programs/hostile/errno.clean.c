// SPDX-License-Identifier: Apache-2.0
#include "words.h"
T(f){errno=(intptr_t)p;sched_yield();assert(errno==(intptr_t)p);return 0;}
int main(){pthread_t s,t;GO(s,f,(void*)1);GO(t,f,(void*)2);JOIN(s);JOIN(t);}
