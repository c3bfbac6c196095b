// SPDX-License-Identifier: Apache-2.0
// wrong: volatile is no synchronisation
#include <pthread.h>
volatile int go;int d;
static void*f(void*p){d=1;go=1;return p;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);int r=0;if(go)r=d;pthread_join(t,0);return r>1;}
