// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
#include <stdatomic.h>
atomic_int order;
void h(void) { if (atomic_load(&order) == 21) _exit(5); }
void *f(void *p) { int k = (int)(long)p; atomic_store(&order, atomic_load(&order) * 10 + k); return 0; }
int main(void) { atexit(h); pthread_t t; pthread_create(&t, 0, f, (void *)1); pthread_detach(t); pthread_create(&t, 0, f, (void *)2); pthread_detach(t); pthread_exit(0); }
