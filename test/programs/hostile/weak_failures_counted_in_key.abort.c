#include <pthread.h>
#include <stdlib.h>
#include <stdint.h>
#include <stdatomic.h>
atomic_int a;pthread_key_t k;
void*w(void*x){int e=0;while(!atomic_compare_exchange_weak(&a,&e,e+1)){uintptr_t n=(uintptr_t)pthread_getspecific(k);if(n==3)abort();pthread_setspecific(k,(void*)(n+1));}return 0;}
int main(){pthread_t t;pthread_key_create(&k,0);pthread_create(&t,0,w,0);pthread_join(t,0);}
