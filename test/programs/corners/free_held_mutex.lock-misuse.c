// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
void *f(void *p) { pthread_mutex_t *m = malloc(sizeof *m); pthread_mutex_init(m, 0); pthread_mutex_lock(m); free(m); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); }
