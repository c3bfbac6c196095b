// The first output into a string stream beside str().
#include <pthread.h>
#include <atomic>
#include <sstream>
template<class T> __attribute__((noinline)) void K(T v){__asm__ volatile(""::"r"(&v):"memory");}
std::stringstream o;
void*g(void*u){o<<"abc";return u;}
int main(){pthread_t t;pthread_create(&t,0,g,0);{K(o.str().size());}pthread_join(t,0);return 0;}
