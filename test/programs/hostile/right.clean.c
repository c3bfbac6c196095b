// SPDX-License-Identifier: Apache-2.0
#include "words.h"
pthread_rwlock_t l=PTHREAD_RWLOCK_INITIALIZER;int x,y;
T(f){pthread_rwlock_rdlock(&l);assert(x==y);pthread_rwlock_unlock(&l);return 0;}
T(g){pthread_rwlock_wrlock(&l);x++;y++;pthread_rwlock_unlock(&l);return 0;}
int main(){pthread_t s,t,u;GO(s,f,0);GO(t,g,0);GO(u,f,0);JOIN(s);JOIN(t);JOIN(u);assert(x==1);}
