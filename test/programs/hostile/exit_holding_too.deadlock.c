// SPDX-License-Identifier: Apache-2.0
// wrong: pthread_exit without cleanup keeps the lock: the second waits for ever
#include <pthread.h>
static pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;int n;
static void*f(void*p){pthread_mutex_lock(&m);if(n++==0)pthread_exit(0);pthread_mutex_unlock(&m);return p;}
int main(void){pthread_t t,u;pthread_create(&t,0,f,0);pthread_create(&u,0,f,0);pthread_join(t,0);pthread_join(u,0);return 0;}
