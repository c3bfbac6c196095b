// eventfd_write orders what was before it with what comes after epoll_wait.
#include <pthread.h>
#include <unistd.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
int e,x;
void*g(void*u){x=1;eventfd_write(e,1);return u;}
int main(){e=eventfd(0,0);int ep=epoll_create1(0);struct epoll_event ev={.events=EPOLLIN};epoll_ctl(ep,EPOLL_CTL_ADD,e,&ev);pthread_t t;pthread_create(&t,0,g,0);while(epoll_wait(ep,&ev,1,-1)!=1);x++;pthread_join(t,0);return x!=2;}
