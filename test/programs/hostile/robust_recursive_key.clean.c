// SPDX-License-Identifier: Apache-2.0
// robust recursive mutex; holder's key destructor unlocks one of two levels; heir gets EOWNERDEAD or nobody died
#include "terse.h"
static M m; static pthread_key_t k; static int x; static void de(void*p){ U(m); }
T(w){ int r=L(m); if(r==EOWNERDEAD) pthread_mutex_consistent(&m); L(m); x++; pthread_setspecific(k,&m); return 0; }
int main(){ pthread_key_create(&k,de); pthread_mutexattr_t at; pthread_mutexattr_init(&at); pthread_mutexattr_settype(&at,PTHREAD_MUTEX_RECURSIVE); pthread_mutexattr_setrobust(&at,PTHREAD_MUTEX_ROBUST); pthread_mutex_init(&m,&at); P a,b; GO(a,w); GO(b,w); J(a);J(b); int r=L(m); assert(r==EOWNERDEAD); assert(x==2); pthread_mutex_consistent(&m); U(m); return 0; }
