// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <assert.h>
void*f(void*p){ pthread_setconcurrency(3); return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); int c=pthread_getconcurrency(); pthread_join(t,0); assert(c==0); return 0; }
