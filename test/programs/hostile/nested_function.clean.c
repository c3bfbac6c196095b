#include <pthread.h>
#include <assert.h>
int main(){ int x=0; void*f(void*a){ x++; return 0; } pthread_t t; pthread_create(&t,0,f,0); pthread_join(t,0); assert(x==1); return 0; }
