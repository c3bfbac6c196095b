// SPDX-License-Identifier: Apache-2.0
// right: shutdown, end of stream orders
#include <sys/socket.h>
#include <unistd.h>
#include <pthread.h>
static int s[2],d;
static void*f(void*p){d=1;shutdown(s[0],SHUT_WR);return p;}
int main(void){socketpair(AF_UNIX,SOCK_STREAM,0,s);pthread_t t;pthread_create(&t,0,f,0);char c;if(recv(s[1],&c,1,0)!=0)return 1;int r=d;pthread_join(t,0);return r!=1;}
