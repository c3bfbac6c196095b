// SPDX-License-Identifier: Apache-2.0
// right: POSIX: cond may be destroyed right after broadcast when all waiters are notified
#include <pthread.h>
#include <stdlib.h>
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;pthread_cond_t*c;int ok;
static void*f(void*p){pthread_mutex_lock(&m);while(!ok)pthread_cond_wait(c,&m);pthread_mutex_unlock(&m);return p;}
int main(void){c=malloc(sizeof*c);pthread_cond_init(c,0);pthread_t t;pthread_create(&t,0,f,0);pthread_mutex_lock(&m);ok=1;pthread_cond_broadcast(c);pthread_mutex_unlock(&m);pthread_cond_destroy(c);free(c);pthread_join(t,0);return 0;}
