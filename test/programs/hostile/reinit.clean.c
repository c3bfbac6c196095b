// SPDX-License-Identifier: Apache-2.0
// right: destroy and init again, reuse as another kind
#include <pthread.h>
pthread_mutex_t m;pthread_barrier_t b;int n;
static void*f(void*p){pthread_mutex_lock(&m);n++;pthread_mutex_unlock(&m);return p;}
int main(void){for(int i=0;i<2;i++){pthread_mutex_init(&m,0);pthread_barrier_init(&b,0,1);pthread_t t;pthread_create(&t,0,f,0);f(0);pthread_join(t,0);pthread_barrier_wait(&b);pthread_mutex_destroy(&m);pthread_barrier_destroy(&b);}return n!=4;}
