// SPDX-License-Identifier: Apache-2.0
// right: bit-field next to ordinary member are different locations.
#include <pthread.h>
struct{unsigned a:3;unsigned char c;}s;
static void*f(void*p){s.a=1;return p;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);s.c=2;pthread_join(t,0);return s.a!=1||s.c!=2;}
