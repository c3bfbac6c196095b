// SPDX-License-Identifier: Apache-2.0
// wrong: waiter owns cond on its stack/heap and frees it when ok; the signal after unlock touches freed memory.
#include <pthread.h>
#include <stdlib.h>
struct w{pthread_mutex_t m;pthread_cond_t c;int ok;};
static void*f(void*p){struct w*w=p;pthread_mutex_lock(&w->m);w->ok=1;pthread_mutex_unlock(&w->m);pthread_cond_signal(&w->c);return 0;}
int main(void){struct w*w=malloc(sizeof*w);pthread_mutex_init(&w->m,0);pthread_cond_init(&w->c,0);w->ok=0;pthread_t t;pthread_create(&t,0,f,w);
 pthread_mutex_lock(&w->m);while(!w->ok)pthread_cond_wait(&w->c,&w->m);pthread_mutex_unlock(&w->m);pthread_cond_destroy(&w->c);pthread_mutex_destroy(&w->m);free(w);pthread_join(t,0);return 0;}
