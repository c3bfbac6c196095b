// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <assert.h>
pthread_rwlock_t l;
void*w(void*a){ pthread_rwlock_wrlock(&l); pthread_rwlock_unlock(&l); return 0;}
void*r(void*a){ if(pthread_rwlock_tryrdlock(&l)==0) pthread_rwlock_unlock(&l); else *(int*)a=1; return 0; }
int main(){ int busy=0; pthread_rwlock_init(&l,0);
 pthread_rwlock_rdlock(&l); pthread_t t,u; pthread_create(&t,0,w,0); pthread_create(&u,0,r,&busy); pthread_join(u,0); assert(!busy); pthread_rwlock_unlock(&l); pthread_join(t,0); return 0;}
