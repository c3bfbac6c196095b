// SPDX-License-Identifier: Apache-2.0
#include "words.h"
struct o{pthread_mutex_t m;pthread_cond_t c;int r;};
T(f){struct o*o=p;LK(&o->m);o->r=1;UL(&o->m);pthread_cond_signal(&o->c);return 0;}
int main(){struct o*o=calloc(1,sizeof*o);pthread_t s;GO(s,f,o);LK(&o->m);while(!o->r)pthread_cond_wait(&o->c,&o->m);UL(&o->m);free(o);JOIN(s);}
