// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
#include <stdatomic.h>
_Atomic(void *) slot;
void *f(void *p) { void *mine = malloc(8); if (!atomic_load(&slot)) atomic_store(&slot, mine); else free(mine); return p; }
int main(void) { pthread_t t, u; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, f, 0); pthread_join(t, 0); pthread_join(u, 0); free(atomic_load(&slot)); }
