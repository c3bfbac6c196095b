// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <assert.h>
pthread_t me; int same;
void *f(void *p) { same = pthread_equal(me, pthread_self()); return p; }
int main(void) { pthread_create(&me, 0, f, 0); pthread_join(me, 0); }
