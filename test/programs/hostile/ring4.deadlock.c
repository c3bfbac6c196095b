// SPDX-License-Identifier: Apache-2.0
// four kinds of holder in a ring: mutex, rwlock, semaphore, spin lock
#include "terse.h"
static M m=MI; static RW r=RI; static sem_t s; static M q=MI;
T(a1){ L(m); pthread_rwlock_wrlock(&r); pthread_rwlock_unlock(&r); U(m); return 0; }
T(a2){ pthread_rwlock_rdlock(&r); sem_wait(&s); sem_post(&s); pthread_rwlock_unlock(&r); return 0; }
T(a3){ sem_wait(&s); L(q); U(q); sem_post(&s); return 0; }
T(a4){ L(q); L(m); U(m); U(q); return 0; }
int main(){ sem_init(&s,0,1); P a,b,c,d; GO(a,a1);GO(b,a2);GO(c,a3);GO(d,a4); J(a);J(b);J(c);J(d); return 0; }
