// SPDX-License-Identifier: Apache-2.0
// wrong: reader reads two bytes, only one is sent, writer never closes: hang for ever
#include <pthread.h>
#include <unistd.h>
int fd[2];
static void*f(void*p){char c=1;if(write(fd[1],&c,1)!=1)return p;return p;}
int main(void){if(pipe(fd))return 0;pthread_t t;pthread_create(&t,0,f,0);char c;read(fd[0],&c,1);read(fd[0],&c,1);pthread_join(t,0);return 0;}
