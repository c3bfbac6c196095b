// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_spinlock_t s; int x;
void *f(void *p) { pthread_spin_lock(&s); x++; pthread_spin_unlock(&s); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); }
