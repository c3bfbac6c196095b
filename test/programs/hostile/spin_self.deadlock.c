// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_spinlock_t s; 
int main(void) { pthread_spin_init(&s, 0); pthread_spin_lock(&s); if (pthread_spin_trylock(&s)) pthread_spin_lock(&s); return 0; }
