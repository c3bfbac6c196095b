// SPDX-License-Identifier: Apache-2.0
#include "short.h"
typedef struct{pthread_mutex_t m;pthread_cond_t c;int f;}S;S s;
F(w){LOCK(s.m);while(!s.f)pthread_cond_wait(&s.c,&s.m);UNLOCK(s.m);return 0;}
int main(void){pthread_mutex_init(&s.m,0);pthread_cond_init(&s.c,0);GO(t,w);LOCK(s.m);s.f=1;pthread_cond_broadcast(&s.c);UNLOCK(s.m);J(t);pthread_cond_destroy(&s.c);pthread_mutex_destroy(&s.m);return 0;}
