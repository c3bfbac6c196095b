// SPDX-License-Identifier: Apache-2.0
// two readers try to upgrade without giving up their read lock: both spin for ever once both are in
#include "terse.h"
static RW l=RI; static int x;
T(r){ pthread_rwlock_rdlock(&l); while(pthread_rwlock_trywrlock(&l)==EBUSY) sched_yield(); x++; pthread_rwlock_unlock(&l); return 0; }
int main(){ P a,b; GO(a,r); GO(b,r); J(a);J(b); return 0; }
