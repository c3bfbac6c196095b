// SPDX-License-Identifier: Apache-2.0
#include "../hostile/brief.h"
struct O{pthread_rwlock_t l;int n;}o={PTHREAD_RWLOCK_INITIALIZER,0},cp;
TH(f){pthread_rwlock_wrlock(&o.l);o.n++;pthread_rwlock_unlock(&o.l);R;}
int main(){pthread_t t;pthread_create(&t,0,f,0);pthread_rwlock_wrlock(&o.l);cp=o;pthread_rwlock_unlock(&o.l);pthread_join(t,0);return cp.n>9;}
