// SPDX-License-Identifier: Apache-2.0
// tryrdlock fails while a writer waits behind a reader (writer preference): seen only then
#include "terse.h"
static RW l; static atomic_int bad;
T(w){ pthread_rwlock_wrlock(&l); pthread_rwlock_unlock(&l); return 0; }
T(t){ if(!bad) { pthread_rwlock_rdlock(&l); if(pthread_rwlock_tryrdlock(&l)==EBUSY) bad=1; else pthread_rwlock_unlock(&l); pthread_rwlock_unlock(&l);} return 0; }
int main(){ pthread_rwlockattr_t at; pthread_rwlockattr_init(&at); pthread_rwlockattr_setkind_np(&at,PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP); pthread_rwlock_init(&l,&at); P a,b; GO(a,w);GO(b,t);J(a);J(b); assert(!bad); return 0; }
