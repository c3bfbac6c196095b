// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
#include <stdatomic.h>
_Atomic(int*) p; 
void*f(void*a){ int*q=p; return (void*)(long)(q[0]>5); }
int main(){ int*q=calloc(64,4); p=q; pthread_t t; pthread_create(&t,0,f,0); p=realloc(q,4096*64); pthread_join(t,0); free(p); return 0; }
