// SPDX-License-Identifier: Apache-2.0
// right: end of file of a pipe orders
#include <unistd.h>
#include <pthread.h>
static int fd[2],d;
static void*f(void*p){d=1;close(fd[1]);return p;}
int main(void){if(pipe(fd))return 0;pthread_t t;pthread_create(&t,0,f,0);char c;if(read(fd[0],&c,1)!=0)return 1;int r=d;pthread_join(t,0);return r!=1;}
