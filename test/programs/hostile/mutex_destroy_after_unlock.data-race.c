// SPDX-License-Identifier: Apache-2.0
// wrong: thread B destroys m as soon as it sees flag set BEFORE A's unlock (flag atomic set inside lock).
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct s{pthread_mutex_t m;atomic_int done;};
static void*f(void*p){struct s*s=p;pthread_mutex_lock(&s->m);s->done=1;pthread_mutex_unlock(&s->m);return 0;}
int main(void){struct s*s=malloc(sizeof*s);pthread_mutex_init(&s->m,0);s->done=0;pthread_t t;pthread_create(&t,0,f,s);
 while(!s->done);pthread_mutex_destroy(&s->m);free(s);pthread_join(t,0);return 0;}
