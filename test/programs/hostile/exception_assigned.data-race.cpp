// An exception is assigned to beside what().
#include <pthread.h>
#include <stdexcept>
std::runtime_error e("abc");
void*g(void*u){e=std::runtime_error("q");return u;}
int main(){pthread_t t;pthread_create(&t,0,g,0);volatile char c=e.what()[0];(void)c;pthread_join(t,0);}
