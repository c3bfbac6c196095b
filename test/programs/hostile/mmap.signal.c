// SPDX-License-Identifier: Apache-2.0
// wrong: munmap while other uses
#include <pthread.h>
#include <sys/mman.h>
int*g;
static void*f(void*p){g[3]=1;return 0;}
int main(void){g=mmap(0,4096,PROT_READ|PROT_WRITE,MAP_PRIVATE|MAP_ANONYMOUS,-1,0);pthread_t t;pthread_create(&t,0,f,0);munmap(g,4096);pthread_join(t,0);return 0;}
