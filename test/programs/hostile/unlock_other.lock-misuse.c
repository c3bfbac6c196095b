// SPDX-License-Identifier: Apache-2.0
// wrong: mutex handed over: unlocked by other thread
#include <pthread.h>
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;
static void*f(void*p){pthread_mutex_unlock(&m);return p;}
int main(void){pthread_mutex_lock(&m);pthread_t t;pthread_create(&t,0,f,0);pthread_join(t,0);pthread_mutex_lock(&m);pthread_mutex_unlock(&m);return 0;}
