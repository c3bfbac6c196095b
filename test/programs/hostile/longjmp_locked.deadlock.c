// SPDX-License-Identifier: Apache-2.0
#include "short.h"
#include <setjmp.h>
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;
F(w){jmp_buf b;LOCK(m);if(!setjmp(b))longjmp(b,1);else return 0;UNLOCK(m);return 0;}
int main(void){GO(t,w);J(t);LOCK(m);UNLOCK(m);return 0;}
