// SPDX-License-Identifier: Apache-2.0
// right: reader reads until end of file; writer closes after its last write
#include <unistd.h>
#include <pthread.h>
static int fd[2],d;
static void*f(void*p){d=1;if(write(fd[1],"x",1)!=1)return p;d=2;close(fd[1]);return p;}
int main(void){if(pipe(fd))return 0;pthread_t t;pthread_create(&t,0,f,0);char c;while(read(fd[0],&c,1)>0);int r=d;pthread_join(t,0);return r!=2;}
