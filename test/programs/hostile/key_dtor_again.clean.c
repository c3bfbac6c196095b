// SPDX-License-Identifier: Apache-2.0
// destructor sets its value again: called PTHREAD_DESTRUCTOR_ITERATIONS times at most
#include "terse.h"
static pthread_key_t k; static int n; static void de(void*p){ n++; pthread_setspecific(k,p); }
T(w){ pthread_setspecific(k,&n); return 0; }
int main(){ pthread_key_create(&k,de); P a; GO(a,w); J(a); assert(n==4); return 0; }
