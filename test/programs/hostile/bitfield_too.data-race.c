// SPDX-License-Identifier: Apache-2.0
// wrong: adjacent bit-fields are one memory location.
#include <pthread.h>
struct{unsigned a:3,b:5;}s;
static void*f(void*p){s.a=1;return p;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);s.b=2;pthread_join(t,0);return s.a!=1;}
