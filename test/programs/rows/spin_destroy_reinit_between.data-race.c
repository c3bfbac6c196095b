// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_spinlock_t s; 
void*f(void*a){ pthread_spin_lock(&s); pthread_spin_unlock(&s); return 0;}
int main(){ pthread_spin_init(&s,0); pthread_t t; pthread_create(&t,0,f,0); pthread_spin_lock(&s); pthread_spin_unlock(&s); pthread_spin_destroy(&s); pthread_spin_init(&s,0); pthread_join(t,0); return 0;}
