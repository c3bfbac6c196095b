// SPDX-License-Identifier: Apache-2.0
// wrong: two threads both call exit: UB per C (exit more than once) - with glibc: handler runs once; status depends: 0 or 3.
#include <pthread.h>
#include <stdlib.h>
static void*f(void*p){exit(3);}
int main(void){pthread_t t;pthread_create(&t,0,f,0);exit(0);}
