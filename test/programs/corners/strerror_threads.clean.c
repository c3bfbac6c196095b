// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <string.h>
#include <errno.h>
#include <assert.h>
void *f(void *p) { errno = 0; char *s = strerror(EINVAL); assert(s[0] == 'I'); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); errno = 5; char *s = strerror(99999); assert(s[0] == 'U'); assert(1); pthread_join(t, 0); }
