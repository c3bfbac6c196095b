// SPDX-License-Identifier: Apache-2.0
// wrong: fd closed while used by the other thread: write may fail with EBADF -> status 1
#include <pthread.h>
#include <unistd.h>
#include <fcntl.h>
int fd;
static void*f(void*p){return (void*)(long)(write(fd,"x",1)!=1);}
int main(void){fd=open("/dev/null",O_WRONLY);pthread_t t;void*r;pthread_create(&t,0,f,0);close(fd);pthread_join(t,&r);return (int)(long)r;}
