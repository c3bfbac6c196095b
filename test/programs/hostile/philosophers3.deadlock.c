// SPDX-License-Identifier: Apache-2.0
#include "short.h"
pthread_mutex_t m[3]={PTHREAD_MUTEX_INITIALIZER,PTHREAD_MUTEX_INITIALIZER,PTHREAD_MUTEX_INITIALIZER};
F(w){long i=(long)arg;LOCK(m[i]);LOCK(m[(i+1)%3]);UNLOCK(m[i]);UNLOCK(m[(i+1)%3]);return 0;}
int main(void){GOA(a,w,0);GOA(b,w,1);GOA(c,w,2);J(a);J(b);J(c);return 0;}
