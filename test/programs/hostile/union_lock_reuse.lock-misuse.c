// SPDX-License-Identifier: Apache-2.0
// wrong: memory of a destroyed mutex used without init
#include <pthread.h>
pthread_mutex_t m;int n;
static void*f(void*p){pthread_mutex_lock(&m);n++;pthread_mutex_unlock(&m);return p;}
int main(void){pthread_mutex_init(&m,0);pthread_t t;pthread_create(&t,0,f,0);pthread_join(t,0);pthread_mutex_destroy(&m);pthread_create(&t,0,f,0);pthread_join(t,0);return 0;}
