// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <time.h>
pthread_rwlock_t l;
int bad;
void*w(void*a){ pthread_rwlock_wrlock(&l); pthread_rwlock_unlock(&l); return 0;}
int main(){ pthread_rwlockattr_t a; pthread_rwlockattr_init(&a); pthread_rwlockattr_setkind_np(&a,PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP); pthread_rwlock_init(&l,&a);
 pthread_t t; pthread_create(&t,0,w,0); pthread_rwlock_rdlock(&l); struct timespec ts={0,0}; int r=pthread_rwlock_timedrdlock(&l,&ts); if(r==0) pthread_rwlock_unlock(&l); pthread_rwlock_unlock(&l); pthread_join(t,0); return r;}
