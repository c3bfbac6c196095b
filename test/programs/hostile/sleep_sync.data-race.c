// SPDX-License-Identifier: Apache-2.0
// wrong: sleeps instead of synchronisation
#include <pthread.h>
#include <unistd.h>
int d;
static void*f(void*p){d=1;return p;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);sleep(1);int r=d;pthread_join(t,0);return r>1;}
