#include <pthread.h>
#include <stdatomic.h>
#include <fenv.h>
#include <assert.h>
atomic_int a,b;
void*w(void*x){atomic_fetch_add(&a,1);atomic_fetch_add(&a,1);return 0;}
int main(){assert(fegetround()==FE_TONEAREST);assert(fetestexcept(FE_ALL_EXCEPT)==0);pthread_t t,u;pthread_create(&t,0,w,0);pthread_create(&u,0,w,0);fesetround(FE_UPWARD);feraiseexcept(FE_INVALID);pthread_join(t,0);pthread_join(u,0);}
// FLAGS: -lm
