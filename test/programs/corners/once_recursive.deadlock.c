// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_once_t o = PTHREAD_ONCE_INIT, p = PTHREAD_ONCE_INIT;
void b(void); void a2(void) {} 
void a(void) { pthread_once(&p, a2); }
void b(void) { pthread_once(&o, a2); }
void *f(void *x) { pthread_once(&o, a); return x; }
void *g(void *x) { pthread_once(&p, b); return x; }
int main(void) { pthread_t t, u; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, g, 0); pthread_join(t, 0); pthread_join(u, 0); }
