// SPDX-License-Identifier: Apache-2.0
// wrong: spin on plain variable: data race (also never ends)
#include <pthread.h>
int go;
static void*f(void*p){while(!*(volatile int*)&go);return p;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);go=1;pthread_join(t,0);return 0;}
