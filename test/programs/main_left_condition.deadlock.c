// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;pthread_cond_t c=PTHREAD_COND_INITIALIZER;int go;
void*f(void*q){pthread_mutex_lock(&m);while(!go)pthread_cond_wait(&c,&m);pthread_mutex_unlock(&m);return 0;}
int main(){pthread_t t;pthread_create(&t,0,f,0);pthread_exit(0);}
