// SPDX-License-Identifier: Apache-2.0
// right: seq_cst
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
_Atomic(int*)g,hp;
static void*rd(void*p){int*q;do{q=g;hp=q;}while(q!=g);long v=q?*q:0;hp=0;return (void*)v;}
int main(void){int*o=malloc(4);*o=1;g=o;pthread_t t;pthread_create(&t,0,rd,0);g=0;while(hp==o);free(o);pthread_join(t,0);return 0;}
