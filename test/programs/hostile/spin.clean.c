// SPDX-License-Identifier: Apache-2.0
#include "words.h"
pthread_spinlock_t l;int x;
T(f){pthread_spin_lock(&l);x++;pthread_spin_unlock(&l);if(!pthread_spin_trylock(&l)){x++;pthread_spin_unlock(&l);}return 0;}
int main(){pthread_spin_init(&l,0);pthread_t s,t;GO(s,f,0);GO(t,f,0);JOIN(s);JOIN(t);assert(x>=2&&x<=4);pthread_spin_destroy(&l);}
