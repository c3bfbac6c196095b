// SPDX-License-Identifier: Apache-2.0
// wrong: spin unlock by a thread that doesn't hold (trylock failed, ignored).
#include <pthread.h>
static pthread_spinlock_t s;static int n;
static void*f(void*p){if(pthread_spin_trylock(&s)==0)n++;pthread_spin_unlock(&s);return p;}
int main(void){pthread_spin_init(&s,0);pthread_t t,u;pthread_create(&t,0,f,0);pthread_create(&u,0,f,0);pthread_join(t,0);pthread_join(u,0);return 0;}
