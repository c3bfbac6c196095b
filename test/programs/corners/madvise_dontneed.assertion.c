// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/mman.h>
#include <assert.h>
// DONTNEED drops what the other thread wrote
char *pg; 
void *a(void*p){ madvise(pg,4096,MADV_DONTNEED); return 0;}
int main(){ pg=mmap(0,4096,PROT_READ|PROT_WRITE,MAP_PRIVATE|MAP_ANONYMOUS,-1,0); pthread_t t; pthread_create(&t,0,a,0); pg[0]=1; assert(pg[0]==1); pthread_join(t,0); return 0;}
