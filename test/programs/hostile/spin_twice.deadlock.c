// SPDX-License-Identifier: Apache-2.0
#include "words.h"
pthread_spinlock_t l;
T(f){pthread_spin_lock(&l);pthread_spin_lock(&l);return 0;}
int main(){pthread_spin_init(&l,0);pthread_t s;GO(s,f,0);JOIN(s);}
