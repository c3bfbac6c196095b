// SPDX-License-Identifier: Apache-2.0
#include "words.h"
atomic_int w[2];int x;
T(f){int i=p!=0;ST(&w[i],1,RLX);atomic_thread_fence(SC);if(!LD(&w[!i],RLX)){atomic_thread_fence(ACQ);x++;}return 0;}
int main(){pthread_t s,t;GO(s,f,0);GO(t,f,(void*)1);JOIN(s);JOIN(t);}
