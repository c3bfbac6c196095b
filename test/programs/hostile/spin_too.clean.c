// SPDX-License-Identifier: Apache-2.0
// right
#include <pthread.h>
#include <assert.h>
static pthread_spinlock_t s;static int n;
static void*f(void*p){while(pthread_spin_trylock(&s));n++;pthread_spin_unlock(&s);return p;}
int main(void){pthread_spin_init(&s,0);pthread_t t,u;pthread_create(&t,0,f,0);pthread_create(&u,0,f,0);pthread_join(t,0);pthread_join(u,0);assert(n==2);pthread_spin_destroy(&s);return 0;}
