// iword may move the words of a stream.
#include <pthread.h>
#include <atomic>
#include <sstream>
template<class T> __attribute__((noinline)) void K(T v){__asm__ volatile(""::"r"(&v):"memory");}
std::ostringstream o;
void*g(void*u){o.iword(20)=1;return u;}
int main(){pthread_t t;pthread_create(&t,0,g,0);{K(o.iword(1));}pthread_join(t,0);return 0;}
