// Input may change whether the stream is good.
#include <pthread.h>
#include <atomic>
#include <sstream>
template<class T> __attribute__((noinline)) void K(T v){__asm__ volatile(""::"r"(&v):"memory");}
std::istringstream i("1 2");int a,b;
void*g(void*u){i>>a;return u;}
int main(){pthread_t t;pthread_create(&t,0,g,0);{K(i.good());}pthread_join(t,0);return 0;}
