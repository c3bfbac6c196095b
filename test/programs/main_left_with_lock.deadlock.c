// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;
void*w(void*q){pthread_mutex_lock(&m);return 0;}
int main(){pthread_t t;pthread_mutex_lock(&m);pthread_create(&t,0,w,0);pthread_exit(0);}
