// SPDX-License-Identifier: Apache-2.0
// key destructor creates a thread and joins it
#include "terse.h"
static pthread_key_t k; static int x; T(v){ x++; return 0; } static void de(void*p){ P t; GO(t,v); J(t); }
T(w){ pthread_setspecific(k,&x); return 0; }
int main(){ pthread_key_create(&k,de); P a; GO(a,w); J(a); assert(x==1); return 0; }
