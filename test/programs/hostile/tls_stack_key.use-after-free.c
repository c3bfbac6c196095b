// SPDX-License-Identifier: Apache-2.0
// key destructor of one thread reads a thread-local of another thread that may be gone
#include "terse.h"
static __thread int t; static _Atomic(int*) p; static pthread_key_t k; static void de(void*q){ if(p){ volatile int x=*p; (void)x; } }
T(w){ t=1; p=&t; return 0; } T(v){ pthread_setspecific(k,&k); return 0; }
int main(){ pthread_key_create(&k,de); P a,b; GO(a,w);GO(b,v);J(a);J(b); return 0; }
