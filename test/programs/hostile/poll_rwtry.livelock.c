// SPDX-License-Identifier: Apache-2.0
// polls a rwlock whose reader never leaves
#include "terse.h"
static RW l=RI; static sem_t in; T(r){ pthread_rwlock_rdlock(&l); sem_post(&in); return 0; }
int main(){ sem_init(&in,0,0); P a; GO(a,r); sem_wait(&in); while(pthread_rwlock_trywrlock(&l)) sched_yield(); return 0; }
