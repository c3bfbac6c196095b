// SPDX-License-Identifier: Apache-2.0
// right: F_OFD_SETLKW on two descriptions (run.md: orders)
#define _GNU_SOURCE
#include <fcntl.h>
#include <unistd.h>
#include <pthread.h>
static int n;
static void*f(void*p){int fd=open("lock3.tmp",O_CREAT|O_RDWR,0600);struct flock l={.l_type=F_WRLCK,.l_whence=SEEK_SET};fcntl(fd,F_OFD_SETLKW,&l);n++;l.l_type=F_UNLCK;fcntl(fd,F_OFD_SETLK,&l);close(fd);return p;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);f(0);pthread_join(t,0);return n!=2;}
