// SPDX-License-Identifier: Apache-2.0
// right: ids of live threads differ
#include <pthread.h>
#include <assert.h>
pthread_t a,b;
static void*f(void*p){*(pthread_t*)p=pthread_self();return 0;}
int main(void){pthread_t t,u;pthread_create(&t,0,f,&a);pthread_create(&u,0,f,&b);pthread_join(t,0);pthread_join(u,0);assert(!pthread_equal(a,b)&&pthread_equal(t,a)&&!pthread_equal(a,pthread_self()));return 0;}
