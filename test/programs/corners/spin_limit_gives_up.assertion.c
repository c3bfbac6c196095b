// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
atomic_int r;
void *f(void *p) { atomic_store(&r, 1); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); int ok = 0; for (int i = 0; i < 200 && !ok; i++) ok = atomic_load(&r); assert(ok); pthread_join(t, 0); }
