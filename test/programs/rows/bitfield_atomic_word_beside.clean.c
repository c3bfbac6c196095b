// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>
struct { unsigned a:5, b:6; int :0; atomic_int n; } x;
void*f(void*p){ x.a=1; x.b=2; x.n++; return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); x.n++; pthread_join(t,0); return x.a+x.b+x.n-5; }
