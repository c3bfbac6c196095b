// A volatile variable of an inlined function ends where that ends.
#include <pthread.h>
pthread_t t;void*f(void*p){*(volatile int*)p=1;return 0;}
static inline __attribute__((always_inline))void k(int c){volatile int x=c;pthread_create(&t,0,f,(void*)&x);}
int main(int c,char**v){k(c);pthread_join(t,0);}
