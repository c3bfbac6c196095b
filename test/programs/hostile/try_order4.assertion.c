// SPDX-License-Identifier: Apache-2.0
// four threads; fails only if a trylock fails, another one succeeds twice and the reader is between
#include "terse.h"
static M m=MI; static atomic_int fail,ok; static atomic_int bad;
T(w){ if(pthread_mutex_trylock(&m)){ fail++; } else { ok++; U(m);} return 0; }
T(r){ if(fail==1&&ok==2) bad=1; return 0; }
int main(){ P a,b,c,d; GO(a,r);GO(b,w);GO(c,w);GO(d,w);J(a);J(b);J(c);J(d); assert(!bad); return 0; }
