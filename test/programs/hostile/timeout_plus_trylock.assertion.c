// SPDX-License-Identifier: Apache-2.0
// needs a timeout, a failed trylock and a lost signal at once
#include "terse.h"
static M m=MI,q=MI; static CV c=CI; static int f; static atomic_int st;
T(w){ struct timespec t={0,0}; t.tv_sec=4000000000; L(m); if(!f){ int r=pthread_cond_timedwait(&c,&m,&t); if(r==ETIMEDOUT&&!f) st|=1; } U(m); return 0; }
T(v){ if(pthread_mutex_trylock(&q)) st|=2; else U(q); L(m); f=1; pthread_cond_signal(&c); U(m); return 0; }
int main(){ P a,b; GO(a,w);GO(b,v); L(q); st|=0; U(q); J(a);J(b); assert(st!=3); return 0; }
