// SPDX-License-Identifier: Apache-2.0
// wrong: hazard pointer published with release instead of seq_cst: use after free
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
_Atomic(int*)g,hp;
static void*rd(void*p){int*q;do{q=atomic_load_explicit(&g,memory_order_acquire);atomic_store_explicit(&hp,q,memory_order_release);}while(q!=atomic_load_explicit(&g,memory_order_acquire));long v=q?*q:0;atomic_store_explicit(&hp,0,memory_order_release);return (void*)v;}
int main(void){int*o=malloc(4);*o=1;g=o;pthread_t t;pthread_create(&t,0,rd,0);atomic_store_explicit(&g,0,memory_order_release);while(atomic_load_explicit(&hp,memory_order_acquire)==o);free(o);pthread_join(t,0);return 0;}
