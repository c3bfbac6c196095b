// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
struct s{pthread_mutex_t m; pthread_cond_t c; int go;};
void*f(void*a){ struct s*p=a; pthread_mutex_lock(&p->m); p->go=1; pthread_mutex_unlock(&p->m); pthread_cond_signal(&p->c); return 0;}
int main(){ struct s*p=malloc(sizeof*p); pthread_mutex_init(&p->m,0); pthread_cond_init(&p->c,0); p->go=0; pthread_t t; pthread_create(&t,0,f,p);
 pthread_mutex_lock(&p->m); while(!p->go) pthread_cond_wait(&p->c,&p->m); pthread_mutex_unlock(&p->m); pthread_cond_destroy(&p->c); pthread_mutex_destroy(&p->m); free(p); pthread_join(t,0); return 0;}
