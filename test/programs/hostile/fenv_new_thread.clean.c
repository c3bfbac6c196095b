// SPDX-License-Identifier: Apache-2.0
// right: new thread inherits the creator's rounding mode (Linux: clone copies fpu state); main's flags not changed by thread
#include <pthread.h>
#include <xmmintrin.h>
static void*f(void*p){_MM_SET_EXCEPTION_STATE(_MM_EXCEPT_DIV_ZERO);return 0;}
int main(void){_MM_SET_EXCEPTION_STATE(0);pthread_t t;pthread_create(&t,0,f,0);pthread_join(t,0);return (_MM_GET_EXCEPTION_STATE()&_MM_EXCEPT_DIV_ZERO)!=0;}
