// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
extern int __cxa_atexit(void (*)(void *), void *, void *);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *f(void *u) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return u; }
int main(void) { __cxa_atexit((void (*)(void *))pthread_mutex_destroy, &m, 0); pthread_t t; pthread_create(&t, 0, f, 0); pthread_detach(t); return 0; }
