// SPDX-License-Identifier: Apache-2.0
// right: System V semaphore as a mutex
#include <sys/sem.h>
#include <sys/ipc.h>
#include <pthread.h>
static int id,n;
static void op(int k){struct sembuf o={0,k,0};semop(id,&o,1);}
static void*f(void*p){op(-1);n++;op(1);return p;}
int main(void){id=semget(IPC_PRIVATE,1,0600);if(id<0)return 0;op(1);pthread_t t;pthread_create(&t,0,f,0);f(0);pthread_join(t,0);semctl(id,0,IPC_RMID);return n!=2;}
