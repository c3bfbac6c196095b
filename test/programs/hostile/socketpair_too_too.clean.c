// SPDX-License-Identifier: Apache-2.0
// right: socketpair hands over
#include <sys/socket.h>
#include <unistd.h>
#include <pthread.h>
static int s[2],d;
static void*f(void*p){d=1;return (void*)(long)(send(s[0],"x",1,0)!=1);}
int main(void){socketpair(AF_UNIX,SOCK_STREAM,0,s);pthread_t t;pthread_create(&t,0,f,0);char c;if(recv(s[1],&c,1,0)!=1)return 1;int r=d;pthread_join(t,0);return r!=1;}
