// SPDX-License-Identifier: Apache-2.0
// key destructor signals under the lock; main waits for the count, then deletes key, destroys the condition
#include "terse.h"
static M m=MI; static CV c; static int n; static pthread_key_t k; static void de(void*p){ L(m); n++; pthread_cond_signal(&c); U(m); }
T(w){ pthread_setspecific(k,&n); return 0; }
int main(){ pthread_cond_init(&c,0); pthread_key_create(&k,de); P a,b; GO(a,w);GO(b,w); pthread_detach(a);pthread_detach(b); L(m); while(n<2) W(c,m); U(m); pthread_cond_destroy(&c); pthread_key_delete(k); return 0; }
