// SPDX-License-Identifier: Apache-2.0
// right: write lock by holder of write lock EDEADLK, read by writer EDEADLK
#include <pthread.h>
#include <errno.h>
static pthread_rwlock_t l=PTHREAD_RWLOCK_INITIALIZER;
static void*f(void*p){pthread_rwlock_wrlock(&l);long bad=pthread_rwlock_wrlock(&l)!=EDEADLK||pthread_rwlock_rdlock(&l)!=EDEADLK||pthread_rwlock_tryrdlock(&l)!=EBUSY;pthread_rwlock_unlock(&l);return (void*)bad;}
int main(void){pthread_t t;void*r;pthread_create(&t,0,f,0);void*q=f(0);pthread_join(t,&r);return r||q;}
