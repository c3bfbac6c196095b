// SPDX-License-Identifier: Apache-2.0
#include "../hostile/brief.h"
pthread_spinlock_t s;int x;TH(f){pthread_spin_lock(&s);x++;*(volatile int*)&s=x==1?s:s;pthread_spin_unlock(&s);R;}
int main(){pthread_spin_init(&s,0);pthread_t t;pthread_create(&t,0,f,0);pthread_spin_lock(&s);x++;s=1;pthread_spin_unlock(&s);pthread_join(t,0);return 0;}
