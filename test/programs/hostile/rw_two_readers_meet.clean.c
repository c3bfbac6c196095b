// SPDX-License-Identifier: Apache-2.0
#include "short.h"
pthread_rwlock_t l=PTHREAD_RWLOCK_INITIALIZER; sem_t s1,s2; int x;
F(w){pthread_rwlock_rdlock(&l);sem_post(&s1);sem_wait(&s2);pthread_rwlock_unlock(&l);return 0;}
int main(void){sem_init(&s1,0,0);sem_init(&s2,0,0);GO(a,w);pthread_rwlock_rdlock(&l);sem_post(&s2);sem_wait(&s1);pthread_rwlock_unlock(&l);J(a);return 0;}
