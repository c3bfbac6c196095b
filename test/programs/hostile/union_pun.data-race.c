// SPDX-License-Identifier: Apache-2.0
// wrong: atomic on part of union, plain on whole
#include <pthread.h>
#include <stdatomic.h>
union{_Atomic unsigned lo;unsigned long all;}u;
static void*f(void*p){u.lo=1;return p;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);unsigned long r=u.all;pthread_join(t,0);return r>1;}
