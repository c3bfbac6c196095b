// SPDX-License-Identifier: Apache-2.0
// wrong: big struct passed by value read while written.
#include <pthread.h>
struct big{long v[40];}a;
__attribute__((noinline)) long g(struct big x){return x.v[0];}
static void*f(void*p){a.v[20]=1;return p;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);long r=g(a);pthread_join(t,0);return (int)r;}
