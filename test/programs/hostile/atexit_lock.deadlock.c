// SPDX-License-Identifier: Apache-2.0
// wrong: exit called with lock held by the caller, handler takes it
#include <pthread.h>
#include <stdlib.h>
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;int n;
static void bye(void){pthread_mutex_lock(&m);pthread_mutex_unlock(&m);}
static void*f(void*p){pthread_mutex_lock(&m);if(n++)exit(0);pthread_mutex_unlock(&m);return p;}
int main(void){atexit(bye);pthread_t t;pthread_create(&t,0,f,0);f(0);pthread_join(t,0);return 0;}
