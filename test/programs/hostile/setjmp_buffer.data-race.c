// setjmp writes its buffer.
#define _GNU_SOURCE
#include <pthread.h>
#include <setjmp.h>
#define R(x) ({__typeof__(x) v_=(x); __asm__ volatile(""::"g"(v_)); })
jmp_buf jb;
void*g(void*u){setjmp(jb);return u;}
int main(){pthread_t t;pthread_create(&t,0,g,0);{R(*(long*)jb);}pthread_join(t,0);return 0;}
