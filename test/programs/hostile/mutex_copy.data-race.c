// SPDX-License-Identifier: Apache-2.0
// wrong: copy of mutex used: two different locks, race
#include <pthread.h>
struct s{pthread_mutex_t m;int*n;};int n;
static void*f(void*p){struct s c=*(struct s*)p;pthread_mutex_lock(&c.m);(*c.n)++;pthread_mutex_unlock(&c.m);return 0;}
int main(void){struct s s={PTHREAD_MUTEX_INITIALIZER,&n};pthread_t t,u;pthread_create(&t,0,f,&s);pthread_create(&u,0,f,&s);pthread_join(t,0);pthread_join(u,0);return 0;}
