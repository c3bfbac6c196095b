// SPDX-License-Identifier: Apache-2.0
// owner dies while the waiter is about to come back from the wait: pthread_cond_wait returns EOWNERDEAD
#include "terse.h"
static M m; static CV c=CI; static int f;
T(w){ L(m); int r=0; while(!f&&!r) r=W(c,m); assert(r==0); U(m); return 0; }
T(d){ if(L(m)==EOWNERDEAD) pthread_mutex_consistent(&m); f=1; pthread_cond_signal(&c); return 0; }
int main(){ pthread_mutexattr_t at; pthread_mutexattr_init(&at); pthread_mutexattr_setrobust(&at,PTHREAD_MUTEX_ROBUST); pthread_mutex_init(&m,&at); P a,b; GO(a,w); GO(b,d); J(a);J(b); return 0; }
