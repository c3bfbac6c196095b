// SPDX-License-Identifier: Apache-2.0
// wrong: mutex in malloc'ed memory never initialised
#include <pthread.h>
#include <stdlib.h>
struct s{int n;pthread_mutex_t m;}*g;
static void*f(void*p){pthread_mutex_lock(&g->m);g->n++;pthread_mutex_unlock(&g->m);return p;}
int main(void){g=malloc(sizeof*g);g->n=0;pthread_t t;pthread_create(&t,0,f,0);f(0);pthread_join(t,0);return 0;}
