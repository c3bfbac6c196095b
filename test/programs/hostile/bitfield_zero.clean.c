// SPDX-License-Identifier: Apache-2.0
// right: zero-width bit-field separates the locations.
#include <pthread.h>
struct{unsigned a:8;unsigned:0;unsigned b:8;}s;
static void*f(void*p){s.a=1;return p;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);s.b=2;pthread_join(t,0);return s.a!=1||s.b!=2;}
