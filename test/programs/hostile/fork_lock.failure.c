// SPDX-License-Identifier: Apache-2.0
// wrong: fork while other thread holds lock; child deadlocks. (check: inconclusive is fine)
#include <pthread.h>
#include <unistd.h>
#include <sys/wait.h>
static pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;
static void*f(void*p){pthread_mutex_lock(&m);pthread_mutex_unlock(&m);return p;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);pid_t c=fork();if(!c){alarm(2);pthread_mutex_lock(&m);_exit(0);}int s;waitpid(c,&s,0);pthread_join(t,0);return s!=0;}
