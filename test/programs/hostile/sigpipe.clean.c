// SPDX-License-Identifier: Apache-2.0
// right: SIGPIPE ignored, write gives EPIPE
#include <signal.h>
#include <unistd.h>
#include <errno.h>
#include <pthread.h>
static int fd[2];
static void*f(void*p){return (void*)(long)!(write(fd[1],"x",1)==-1&&errno==EPIPE);}
int main(void){signal(SIGPIPE,SIG_IGN);if(pipe(fd))return 0;close(fd[0]);pthread_t t;void*r;pthread_create(&t,0,f,0);pthread_join(t,&r);return r!=0;}
