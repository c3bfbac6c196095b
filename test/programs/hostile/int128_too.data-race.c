// SPDX-License-Identifier: Apache-2.0
// wrong: __int128 race on high half
#include <pthread.h>
unsigned __int128 x;
static void*f(void*p){((unsigned long*)&x)[1]=5;return p;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);x+=1;pthread_join(t,0);return 0;}
