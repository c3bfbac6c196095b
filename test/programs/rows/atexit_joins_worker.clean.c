// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
int x; pthread_t t;
void h(void){ pthread_join(t,0); x=2; }
void*f(void*a){ x=1; return 0; }
int main(){ pthread_create(&t,0,f,0); atexit(h); return 0; }
