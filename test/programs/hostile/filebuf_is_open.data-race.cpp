// A file is opened beside the question whether it is open.
#include <pthread.h>
#include <atomic>
#include <fstream>
template<class T> __attribute__((noinline)) void K(T v){__asm__ volatile(""::"r"(&v):"memory");}
std::filebuf f;
void*g(void*u){f.open("/dev/null",std::ios::out);return u;}
int main(){pthread_t t;pthread_create(&t,0,g,0);{K(f.is_open());}pthread_join(t,0);return 0;}
