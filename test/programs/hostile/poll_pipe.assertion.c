// SPDX-License-Identifier: Apache-2.0
// wrong: non-blocking read EAGAIN taken as 'nothing was written before': asserts
#include <unistd.h>
#include <fcntl.h>
#include <pthread.h>
#include <assert.h>
static int fd[2];
static void*f(void*p){return (void*)(long)write(fd[1],"x",1);}
int main(void){if(pipe2(fd,0))return 0;fcntl(fd[0],F_SETFL,O_NONBLOCK);pthread_t t;pthread_create(&t,0,f,0);char c;assert(read(fd[0],&c,1)==1);pthread_join(t,0);return 0;}
