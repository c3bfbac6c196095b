// dynamic_cast looks at the object.
#include <pthread.h>
struct A{virtual ~A(){}};struct B:A{int v=0;};A*a=new B;
bool r;
void*g(void*u){r=dynamic_cast<B*>(a)!=nullptr;return u;}
int main(){pthread_t t;pthread_create(&t,0,g,0);delete a;pthread_join(t,0);}
