// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_spinlock_t s;
void *f(void *u) { pthread_spin_unlock(&s); return u; }
int main(void) { pthread_spin_init(&s, 0); pthread_spin_lock(&s); pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); return 0; }
