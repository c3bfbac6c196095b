// getline sets how long its text is.
#include <pthread.h>
#include <string>
#include <sstream>
std::istringstream i("abc\nb\n");std::string s;
void*g(void*u){std::getline(i,s);return u;}
int main(){pthread_t t;pthread_create(&t,0,g,0);volatile size_t n=s.size();(void)n;pthread_join(t,0);}
