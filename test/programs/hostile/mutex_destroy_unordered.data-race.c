// SPDX-License-Identifier: Apache-2.0
#include "short.h"
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;atomic_int f;
F(w){LOCK(m);UNLOCK(m);ST(f,1,RLX);return 0;}
int main(void){GO(t,w);while(!LD(f,RLX));pthread_mutex_destroy(&m);J(t);return 0;}
