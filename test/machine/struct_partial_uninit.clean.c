// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
// a struct with an indeterminate member may be copied and passed by value (C11 6.2.6.1p6)
struct S { long a, b; };
static long use(struct S s){ return s.a; }
static struct S make(void){ struct S s; s.a=1; return s; }
void *f(void*p){ struct S s=make(), t; t=s; return (void*)use(t);}
int main(){ pthread_t t; void *r; pthread_create(&t,0,f,0); pthread_join(t,&r); return r!=(void*)1;}
