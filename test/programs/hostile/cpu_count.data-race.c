// CPU_COUNT reads the set.
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
cpu_set_t cs;
void*g(void*u){CPU_SET(1,&cs);return u;}
int main(){pthread_t t;pthread_create(&t,0,g,0);volatile int v=CPU_COUNT(&cs);(void)v;pthread_join(t,0);return 0;}
