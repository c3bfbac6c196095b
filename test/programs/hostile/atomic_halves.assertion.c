// An atomic half and the atomic whole have bytes in common.
#include <pthread.h>
#include <assert.h>
union{unsigned long l;unsigned i[2];}u;
void*g(void*p){__atomic_store_n(&u.i[1],1,5);return p;}
int main(){pthread_t t;pthread_create(&t,0,g,0);unsigned long a=__atomic_load_n(&u.l,5);assert(a==0);pthread_join(t,0);}
