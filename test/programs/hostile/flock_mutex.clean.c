// SPDX-License-Identifier: Apache-2.0
// right: two threads, flock on separate open file descriptions as a mutex (run.md: orders)
#include <sys/file.h>
#include <fcntl.h>
#include <unistd.h>
#include <pthread.h>
static int n;
static void*f(void*p){int fd=open("lock.tmp",O_CREAT|O_RDWR,0600);flock(fd,LOCK_EX);n++;flock(fd,LOCK_UN);close(fd);return p;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);f(0);pthread_join(t,0);return n!=2;}
