// select reads and writes its time.
#include <pthread.h>
#include <sys/select.h>
struct timeval tv={0,10};fd_set s;
void*g(void*u){select(0,0,0,0,&tv);return u;}
int main(){pthread_t t;pthread_create(&t,0,g,0);tv.tv_usec=11;pthread_join(t,0);}
