// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
int x;
void un(void *p) { x++; }
void *f(void *p) { pthread_cleanup_push(un, 0); if (p) pthread_exit((void *)3); pthread_cleanup_pop(1); return (void *)3; }
int main(void) { pthread_t t; void *r; pthread_create(&t, 0, f, &x); x = 4; pthread_join(t, &r); }
