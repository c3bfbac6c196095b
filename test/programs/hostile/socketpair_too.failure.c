// SPDX-License-Identifier: Apache-2.0
// wrong: two threads each read first from the other: deadlock over socketpair (inconclusive acceptable)
#include <sys/socket.h>
#include <unistd.h>
#include <pthread.h>
static int s[2];
static void*f(void*p){char c;int i=(long)p;if(read(s[i],&c,1)==1)return (void*)(long)write(s[i],"x",1);return 0;}
int main(void){socketpair(AF_UNIX,SOCK_STREAM,0,s);pthread_t t;pthread_create(&t,0,f,(void*)0);f((void*)1);pthread_join(t,0);return 0;}
