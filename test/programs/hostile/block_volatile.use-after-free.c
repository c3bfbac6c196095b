// A volatile variable ends with its block too.
#include <pthread.h>
pthread_t t;
void*f(void*p){*(volatile int*)p=1;return 0;}
int main(){{volatile int x=0;pthread_create(&t,0,f,(void*)&x);}pthread_join(t,0);}
