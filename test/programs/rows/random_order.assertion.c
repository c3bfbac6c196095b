// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>
long a,b;
void*f(void*p){ a=random(); return 0; }
int main(){ srandom(1); long first=random(),second=random(); srandom(1); pthread_t t; pthread_create(&t,0,f,0); b=random(); pthread_join(t,0); assert(a==first || b!=first); }
