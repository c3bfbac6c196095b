// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
volatile int f; int d;
void*g(void*a){ d=1; f=1; return 0; }
int main(){ pthread_t t; pthread_create(&t,0,g,0); int r=1; if(f) r=d; pthread_join(t,0); return r-1; }
