// SPDX-License-Identifier: Apache-2.0
// wrong: data written after the byte was sent
#include <pthread.h>
#include <unistd.h>
int fd[2],d;
static void*f(void*p){char c=1;if(write(fd[1],&c,1)!=1)return p;d=5;return p;}
int main(void){if(pipe(fd))return 0;pthread_t t;pthread_create(&t,0,f,0);char c;if(read(fd[0],&c,1)!=1)return 0;int r=d;pthread_join(t,0);return r>5;}
