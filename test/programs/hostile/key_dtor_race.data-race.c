// SPDX-License-Identifier: Apache-2.0
// join of one thread does not order the key destructor of another
#include "terse.h"
static pthread_key_t k; static int x;
static void d(void*p){ x++; }
T(w){ pthread_setspecific(k,&x); return 0; }
int main(){ pthread_key_create(&k,d); P a,b; GO(a,w); GO(b,w); J(a);J(b); return 0; }
