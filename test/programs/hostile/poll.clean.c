// SPDX-License-Identifier: Apache-2.0
// right: poll on a pipe then read
#include <unistd.h>
#include <poll.h>
#include <pthread.h>
static int fd[2],d;
static void*f(void*p){d=1;return (void*)(long)write(fd[1],"x",1);}
int main(void){if(pipe(fd))return 0;pthread_t t;pthread_create(&t,0,f,0);struct pollfd p={fd[0],POLLIN,0};while(poll(&p,1,-1)!=1);int r=d;pthread_join(t,0);return r!=1;}
