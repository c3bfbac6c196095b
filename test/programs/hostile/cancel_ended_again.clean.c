// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <assert.h>
#include <semaphore.h>
sem_t s;
void *f(void *u) { int o; pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &o); assert(o == PTHREAD_CANCEL_ENABLE); pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &o); pthread_testcancel(); sem_post(&s); return u; }
int main(void) { sem_init(&s, 0, 0); pthread_t t; pthread_create(&t, 0, f, 0); sem_wait(&s); void *r; pthread_join(t, &r); assert(r != PTHREAD_CANCELED); return 0; }
