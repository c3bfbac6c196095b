// SPDX-License-Identifier: Apache-2.0
// right: data handed over through a regular file's content polled by pread (files order in run.md)
#include <unistd.h>
#include <fcntl.h>
#include <pthread.h>
static int fd,d;
static void*f(void*p){d=1;return (void*)(long)pwrite(fd,"x",1,0);}
int main(void){fd=open("ff.tmp",O_CREAT|O_RDWR|O_TRUNC,0600);pthread_t t;pthread_create(&t,0,f,0);char c=0;int r=1;if(pread(fd,&c,1,0)==1)r=d;pthread_join(t,0);return r!=1;}
