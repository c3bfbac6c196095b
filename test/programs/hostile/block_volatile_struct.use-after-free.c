// A volatile structure ends with its block too.
#include <pthread.h>
struct S{int a,b;};
pthread_t t;void*f(void*p){((struct S*)p)->b=1;return 0;}
int main(int c,char**v){{volatile struct S x={c,c};pthread_create(&t,0,f,(void*)&x);}pthread_join(t,0);}
