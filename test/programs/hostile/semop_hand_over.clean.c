// SPDX-License-Identifier: Apache-2.0
// right: System V semaphores hand data over
#include <sys/sem.h>
#include <sys/ipc.h>
#include <pthread.h>
static int id,d;
static void*f(void*p){d=1;struct sembuf o={0,1,0};semop(id,&o,1);return p;}
int main(void){id=semget(IPC_PRIVATE,1,0600);if(id<0)return 0;pthread_t t;pthread_create(&t,0,f,0);struct sembuf o={0,-1,0};semop(id,&o,1);int r=d;pthread_join(t,0);semctl(id,0,IPC_RMID);return r!=1;}
