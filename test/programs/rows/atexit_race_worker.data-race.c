// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
int x;
void h(void){ x=2; }
void*f(void*a){ x=1; return 0; }
int main(){ atexit(h); pthread_t t; pthread_create(&t,0,f,0); return 0; }
