// SPDX-License-Identifier: Apache-2.0
// right: message queue hands data over
#include <mqueue.h>
#include <fcntl.h>
#include <pthread.h>
static mqd_t q;static int d;
static void*f(void*p){d=1;mq_send(q,"x",1,0);return p;}
int main(void){mq_unlink("/a14q");struct mq_attr a={0};a.mq_maxmsg=2;a.mq_msgsize=8;q=mq_open("/a14q",O_CREAT|O_RDWR,0600,&a);if(q==(mqd_t)-1)return 0;pthread_t t;pthread_create(&t,0,f,0);char b[8];mq_receive(q,b,8,0);int r=d;pthread_join(t,0);mq_close(q);mq_unlink("/a14q");return r!=1;}
