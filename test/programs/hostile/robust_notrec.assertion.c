// SPDX-License-Identifier: Apache-2.0
// owner dies; the heir unlocks without consistent, the next lock returns ENOTRECOVERABLE: assert fails
#include "terse.h"
static M m;
T(dier){ L(m); return 0; }
T(heir){ int r=L(m); if(r==EOWNERDEAD) U(m); return 0; }
int main(){ pthread_mutexattr_t at; pthread_mutexattr_init(&at); pthread_mutexattr_setrobust(&at,PTHREAD_MUTEX_ROBUST); pthread_mutex_init(&m,&at);
 P a,b; GO(a,dier); J(a); GO(b,heir); J(b); int r=L(m); assert(r!=ENOTRECOVERABLE); return 0; }
