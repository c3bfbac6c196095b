// SPDX-License-Identifier: Apache-2.0
// right: release dec + acquire fence
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct s{atomic_int rc;int v;}*g;
static void*put2(void*p){long v=g->v;if(atomic_fetch_sub_explicit(&g->rc,1,memory_order_release)==1){atomic_thread_fence(memory_order_acquire);free(g);}return (void*)v;}
int main(void){g=malloc(sizeof*g);g->rc=2;g->v=1;pthread_t t,u;pthread_create(&t,0,put2,0);pthread_create(&u,0,put2,0);pthread_join(t,0);pthread_join(u,0);return 0;}
