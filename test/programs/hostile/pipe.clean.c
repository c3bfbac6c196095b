// SPDX-License-Identifier: Apache-2.0
// right: data handed over through pipe
#include <pthread.h>
#include <unistd.h>
int fd[2],d;
static void*f(void*p){d=5;char c=1;return (void*)(long)(write(fd[1],&c,1)!=1);}
int main(void){if(pipe(fd))return 0;pthread_t t;pthread_create(&t,0,f,0);char c;if(read(fd[0],&c,1)!=1)return 1;int r=d;pthread_join(t,0);return r!=5;}
