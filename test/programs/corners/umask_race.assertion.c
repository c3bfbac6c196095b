// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <sys/stat.h>
#include <assert.h>
void *f(void *p) { umask(077); return p; }
int main(void) { umask(022); pthread_t t; pthread_create(&t, 0, f, 0); int old = umask(0); pthread_join(t, 0); assert(old == 022); }
