// Which processor a thread is on is nothing to rely on.
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <assert.h>
int a;
void*g(void*u){a=sched_getcpu();return u;}
int main(){pthread_t t;pthread_create(&t,0,g,0);pthread_join(t,0);assert(a==sched_getcpu());}
