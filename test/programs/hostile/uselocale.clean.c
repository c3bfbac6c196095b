// SPDX-License-Identifier: Apache-2.0
// right: per-thread locale
#define _GNU_SOURCE
#include <pthread.h>
#include <locale.h>
#include <semaphore.h>
static sem_t s,r;
static void*f(void*p){locale_t l=newlocale(LC_ALL_MASK,"C",0);uselocale(l);sem_post(&s);sem_wait(&r);int bad=uselocale(0)!=l;uselocale(LC_GLOBAL_LOCALE);freelocale(l);return (void*)(long)bad;}
int main(void){sem_init(&s,0,0);sem_init(&r,0,0);pthread_t t;void*v;pthread_create(&t,0,f,0);sem_wait(&s);int bad=uselocale(0)!=LC_GLOBAL_LOCALE;sem_post(&r);pthread_join(t,&v);return v||bad;}
