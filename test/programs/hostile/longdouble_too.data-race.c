// SPDX-License-Identifier: Apache-2.0
// wrong: long double race
#include <pthread.h>
long double x;
static void*f(void*p){x=1.5L;return p;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);long double y=x;pthread_join(t,0);return y==3;}
