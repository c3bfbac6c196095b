// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_mutex_t m=PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP; int x;
void*f(void*a){ pthread_mutex_lock(&m); if(pthread_mutex_trylock(&m)==0){ pthread_mutex_unlock(&m);} pthread_mutex_unlock(&m); x++; return 0;}
int main(){ pthread_t t,u; pthread_create(&t,0,f,0); pthread_create(&u,0,f,0); pthread_join(t,0); pthread_join(u,0); return 0;}
