// SPDX-License-Identifier: Apache-2.0
#include "words.h"
struct o{atomic_int n;int d;}*o;
T(g){struct o*q=p;int v=q->d;(void)*(volatile int*)&v;if(atomic_fetch_sub_explicit(&q->n,1,REL)==1){atomic_thread_fence(ACQ);free(q);}return 0;}
int main(){o=calloc(1,sizeof*o);o->n=2;pthread_t s,t;GO(s,g,o);GO(t,g,o);JOIN(s);JOIN(t);}
