// SPDX-License-Identifier: Apache-2.0
// right: NP static initialisers, calloc'ed mutex... assignment of initialiser
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
pthread_mutex_t a=PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP,b=PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP,*c;int n;
static void*f(void*p){pthread_mutex_lock(&a);pthread_mutex_lock(&a);pthread_mutex_lock(&b);pthread_mutex_lock(c);n++;pthread_mutex_unlock(c);pthread_mutex_unlock(&b);pthread_mutex_unlock(&a);pthread_mutex_unlock(&a);return p;}
int main(void){c=malloc(sizeof*c);*c=(pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;pthread_t t,u;pthread_create(&t,0,f,0);pthread_create(&u,0,f,0);pthread_join(t,0);pthread_join(u,0);free(c);return n!=2;}
