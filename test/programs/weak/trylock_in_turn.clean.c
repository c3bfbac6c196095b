// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_mutex_t A=PTHREAD_MUTEX_INITIALIZER,B=PTHREAD_MUTEX_INITIALIZER;int x;
void*f(void*q){pthread_mutex_lock(&A);pthread_mutex_lock(&B);x++;pthread_mutex_unlock(&B);pthread_mutex_unlock(&A);return 0;}
void*g(void*q){for(;;){pthread_mutex_lock(&B);if(!pthread_mutex_trylock(&A))break;pthread_mutex_unlock(&B);}x++;pthread_mutex_unlock(&A);pthread_mutex_unlock(&B);return 0;}
int main(){pthread_t t,u;pthread_create(&t,0,f,0);pthread_create(&u,0,g,0);pthread_join(t,0);pthread_join(u,0);return x!=2;}
