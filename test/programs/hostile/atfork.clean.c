// SPDX-License-Identifier: Apache-2.0
// right: pthread_atfork registered, no fork called
#include <pthread.h>
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;int n;
static void a(void){pthread_mutex_lock(&m);}static void b(void){pthread_mutex_unlock(&m);}
static void*f(void*p){pthread_mutex_lock(&m);n++;pthread_mutex_unlock(&m);return p;}
int main(void){pthread_atfork(a,b,b);pthread_t t;pthread_create(&t,0,f,0);f(0);pthread_join(t,0);return n!=2;}
