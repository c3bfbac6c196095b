// SPDX-License-Identifier: Apache-2.0
#include "words.h"
struct o{pthread_mutex_t m;int n;}*o;
T(f){struct o*q=o;LK(&q->m);int l=--q->n==0;UL(&q->m);if(l){pthread_mutex_destroy(&q->m);free(q);}return 0;}
int main(){o=malloc(sizeof*o);pthread_mutex_init(&o->m,0);o->n=2;pthread_t s,t;GO(s,f,0);GO(t,f,0);JOIN(s);JOIN(t);}
