// SPDX-License-Identifier: Apache-2.0
// wrong: out of heap bounds index depends on the schedule (heap overflow by 1: native may not see; machine does)
#include <pthread.h>
#include <stdlib.h>
#include <stdatomic.h>
struct s{atomic_int n;int v[];}*g;
static void*f(void*p){int i=g->n;if(i<1){g->n++;g->v[g->n-1]=1;}return 0;}
int main(void){g=malloc(sizeof*g+4);g->n=0;pthread_t t,u;pthread_create(&t,0,f,0);pthread_create(&u,0,f,0);pthread_join(t,0);pthread_join(u,0);free(g);return 0;}
