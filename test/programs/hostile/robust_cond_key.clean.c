// SPDX-License-Identifier: Apache-2.0
// thread with a robust mutex waits on a condition; its notifier dies with the mutex; waiter recovers; key destructor of the notifier signals
#include "terse.h"
static M m; static CV c=CI; static int f; static pthread_key_t k; static void de(void*p){ pthread_cond_signal(&c); }
T(d){ int r=L(m); if(r==EOWNERDEAD) pthread_mutex_consistent(&m); f=1; pthread_setspecific(k,&f); return 0; }
T(w){ int r=L(m); if(r==EOWNERDEAD) pthread_mutex_consistent(&m); while(!f){ r=W(c,m); if(r==EOWNERDEAD) pthread_mutex_consistent(&m);} U(m); return 0; }
int main(){ pthread_key_create(&k,de); pthread_mutexattr_t at; pthread_mutexattr_init(&at); pthread_mutexattr_setrobust(&at,PTHREAD_MUTEX_ROBUST); pthread_mutex_init(&m,&at); P a,b; GO(a,w); GO(b,d); J(a);J(b); return 0; }
