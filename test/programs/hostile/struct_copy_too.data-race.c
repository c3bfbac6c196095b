// SPDX-License-Identifier: Apache-2.0
// wrong: big struct assignment overlaps a field written by another.
#include <pthread.h>
struct big{int v[64];}a,b;
static void*f(void*p){a.v[63]=1;return p;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);b=a;pthread_join(t,0);return b.v[0];}
