// SPDX-License-Identifier: Apache-2.0
#include "../hostile/brief.h"
struct O{pthread_spinlock_t l;int n;}o;
TH(f){pthread_spin_lock(&o.l);o.n++;pthread_spin_unlock(&o.l);R;}
int main(){pthread_spin_init(&o.l,0);pthread_t t;pthread_create(&t,0,f,0);pthread_spin_lock(&o.l);struct O c=o;pthread_spin_unlock(&o.l);pthread_join(t,0);return c.n>9;}
