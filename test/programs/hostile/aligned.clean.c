// SPDX-License-Identifier: Apache-2.0
// right: alignments & usable size
#include <stdlib.h>
#include <stdint.h>
#include <malloc.h>
#include <string.h>
#include <pthread.h>
static void*f(void*x){void*p=aligned_alloc(256,512);void*q;int e=posix_memalign(&q,4096,10);char*m=malloc(13);memset(m,1,malloc_usable_size(m));m=realloc(m,100);long bad=((uintptr_t)p&255)||e||((uintptr_t)q&4095)||m[12]!=1;free(p);free(q);free(m);return (void*)bad;}
int main(void){pthread_t t;void*r;pthread_create(&t,0,f,0);void*q=f(0);pthread_join(t,&r);return r||q;}
