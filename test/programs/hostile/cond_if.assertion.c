// SPDX-License-Identifier: Apache-2.0
// wrong: if instead of while: spurious wake-up makes assertion fail.
#include <pthread.h>
#include <assert.h>
static pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;static pthread_cond_t c=PTHREAD_COND_INITIALIZER;static int ok;
static void*f(void*a){pthread_mutex_lock(&m);if(!ok)pthread_cond_wait(&c,&m);assert(ok);pthread_mutex_unlock(&m);return a;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);pthread_mutex_lock(&m);ok=1;pthread_cond_signal(&c);pthread_mutex_unlock(&m);pthread_join(t,0);return 0;}
