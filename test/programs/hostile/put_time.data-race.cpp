// put_time reads the time.
#include <pthread.h>
#include <sstream>
#include <iomanip>
#include <ctime>
std::tm m{};
void*g(void*u){std::ostringstream o;o<<std::put_time(&m,"%Y");return u;}
int main(){pthread_t t;pthread_create(&t,0,g,0);m.tm_year=3;pthread_join(t,0);}
