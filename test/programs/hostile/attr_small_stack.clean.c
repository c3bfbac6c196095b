// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <errno.h>
#include <assert.h>
#include <limits.h>
void *f(void *u) { return u; }
int main(void) { pthread_attr_t a; pthread_attr_init(&a); assert(pthread_attr_setstacksize(&a, 100) == EINVAL); assert(!pthread_attr_setstacksize(&a, 1 << 20)); assert(!pthread_attr_setguardsize(&a, 4096)); pthread_t t; assert(!pthread_create(&t, &a, f, &a)); void *r; pthread_join(t, &r); assert(r == &a); size_t z; pthread_attr_getstacksize(&a, &z); assert(z == 1 << 20); int d; pthread_attr_getdetachstate(&a, &d); assert(d == PTHREAD_CREATE_JOINABLE); pthread_attr_destroy(&a); return 0; }
