// SPDX-License-Identifier: Apache-2.0
// wrong: spin loop reads a file byte each round: EOF before the flag is seen -> abort
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>
#include <fcntl.h>
#include <stdlib.h>
atomic_int flag;
static void*f(void*p){int fd=open("/etc/hostname",O_RDONLY);char c;while(!flag)if(read(fd,&c,1)!=1)exit(4);close(fd);return p;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);flag=1;pthread_join(t,0);return 0;}
