// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_spinlock_t a, b; int x;
void *f(void *p) { pthread_spin_lock(&a); pthread_spin_lock(&b); x++; pthread_spin_unlock(&b); pthread_spin_unlock(&a); return p; }
int main(void) { pthread_spin_init(&a, 0); pthread_spin_init(&b, 1); pthread_t t; pthread_create(&t, 0, f, 0);
  pthread_spin_lock(&b); if (pthread_spin_trylock(&a) != 0) pthread_spin_lock(&a); x++; pthread_spin_unlock(&a); pthread_spin_unlock(&b); pthread_join(t, 0); }
