// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <assert.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x;
void un(void *p) { x++; pthread_mutex_unlock(p); }
static void inner(void) { pthread_exit((void *)3); }
void *f(void *u) { pthread_mutex_lock(&m); pthread_cleanup_push(un, &m); inner(); pthread_cleanup_pop(0); return u; }
int main(void) { pthread_t t, s; pthread_create(&t, 0, f, 0); pthread_create(&s, 0, f, 0); void *r; pthread_join(t, &r); assert(r == (void *)3); pthread_join(s, 0); assert(x == 2); return 0; }
