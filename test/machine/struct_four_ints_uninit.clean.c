// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
struct S { int a, b, c, d; } g;
static int use(struct S s){ return s.a; }
void *f(void*p){ struct S s; s.a=1; g=s; return (void*)(long)use(s);}
int main(){ pthread_t t; void *r; pthread_create(&t,0,f,0); pthread_join(t,&r); return r!=(void*)1;}
