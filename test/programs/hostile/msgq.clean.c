// SPDX-License-Identifier: Apache-2.0
// right: System V message queue
#include <sys/msg.h>
#include <sys/ipc.h>
#include <pthread.h>
static int id,d;struct m{long t;char c;};
static void*f(void*p){d=1;struct m m={1,2};msgsnd(id,&m,1,0);return p;}
int main(void){id=msgget(IPC_PRIVATE,0600);if(id<0)return 0;pthread_t t;pthread_create(&t,0,f,0);struct m m;msgrcv(id,&m,1,0,0);int r=d;pthread_join(t,0);msgctl(id,IPC_RMID,0);return r!=1;}
