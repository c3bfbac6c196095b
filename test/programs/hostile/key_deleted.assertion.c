// SPDX-License-Identifier: Apache-2.0
// main deletes the key maybe before a thread ends: its destructor does not run then
#include "terse.h"
static pthread_key_t k; static atomic_int freed,in; static void d(void*p){ freed++; }
T(w){ pthread_setspecific(k,&freed); in=1; return 0; }
int main(){ pthread_key_create(&k,d); P x; GO(x,w); while(!in) sched_yield(); pthread_key_delete(k); J(x); assert(freed==1); return 0; }
