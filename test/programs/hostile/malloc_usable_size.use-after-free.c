// malloc_usable_size looks at a block.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <malloc.h>
#define R(x) ({__typeof__(x) v_=(x); __asm__ volatile(""::"g"(v_)); })
void*pp;
void*g(void*u){R(malloc_usable_size(pp));return u;}
int main(){pp=malloc(9);pthread_t t;pthread_create(&t,0,g,0);{free(pp);}pthread_join(t,0);return 0;}
