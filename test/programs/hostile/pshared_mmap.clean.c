// SPDX-License-Identifier: Apache-2.0
// right: process-shared mutex in shared anonymous mapping, within one process
#include <pthread.h>
#include <sys/mman.h>
struct s{pthread_mutex_t m;int n;}*g;
static void*f(void*p){pthread_mutex_lock(&g->m);g->n++;pthread_mutex_unlock(&g->m);return p;}
int main(void){g=mmap(0,4096,PROT_READ|PROT_WRITE,MAP_SHARED|MAP_ANONYMOUS,-1,0);pthread_mutexattr_t a;pthread_mutexattr_init(&a);pthread_mutexattr_setpshared(&a,PTHREAD_PROCESS_SHARED);pthread_mutex_init(&g->m,&a);pthread_t t;pthread_create(&t,0,f,0);f(0);pthread_join(t,0);int r=g->n;pthread_mutex_destroy(&g->m);munmap(g,4096);return r!=2;}
