// SPDX-License-Identifier: Apache-2.0
// right: a child sets nothing; parent waits
#include <sys/wait.h>
#include <unistd.h>
#include <pthread.h>
static int d;
static void*f(void*p){d=1;return p;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);pthread_join(t,0);pid_t c=fork();if(!c)_exit(d==1?0:1);int s;waitpid(c,&s,0);return s!=0;}
