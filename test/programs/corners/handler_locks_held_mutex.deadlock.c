// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; atomic_int odd;
void h(int s) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); }
void *f(void *p) { atomic_store(&odd, 1); return p; }
int main(void) { signal(SIGUSR1, h); pthread_t t; pthread_create(&t, 0, f, 0); pthread_mutex_lock(&m); if (atomic_load(&odd)) raise(SIGUSR1); pthread_mutex_unlock(&m); pthread_join(t, 0); }
