// SPDX-License-Identifier: Apache-2.0
// right (POSIX example): last one that decrements under the lock, unlocks, destroys & frees. POSIX requires this to work.
#include <pthread.h>
#include <stdlib.h>
struct s{pthread_mutex_t m;int rc;};
static void put(struct s*s){pthread_mutex_lock(&s->m);int last=--s->rc==0;pthread_mutex_unlock(&s->m);if(last){pthread_mutex_destroy(&s->m);free(s);}}
static void*f(void*p){put(p);return 0;}
int main(void){struct s*s=malloc(sizeof*s);pthread_mutex_init(&s->m,0);s->rc=2;pthread_t t;pthread_create(&t,0,f,s);put(s);pthread_join(t,0);return 0;}
