#include <pthread.h>
#include <assert.h>
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;
int main(){ int x=0; void*f(void*a){ pthread_mutex_lock(&m); pthread_mutex_unlock(&m); x=1; return 0; } pthread_t t; pthread_create(&t,0,f,0); int y=x; pthread_join(t,0); assert(y==0); return 0; }
