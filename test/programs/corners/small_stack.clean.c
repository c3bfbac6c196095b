// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <limits.h>
#include <unistd.h>
int x; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *f(void *p) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return p; }
int main(void) { pthread_attr_t a; pthread_attr_init(&a); pthread_attr_setstacksize(&a, 16384); pthread_t t, u; pthread_create(&t, &a, f, 0); pthread_create(&u, &a, f, 0); pthread_join(t, 0); pthread_join(u, 0); return x - 2; }
