// SPDX-License-Identifier: Apache-2.0
#include "short.h"
#include <sys/socket.h>
int s[2];
F(w){char c=1;assert(send(s[1],&c,1,0)==1);return 0;}
int main(void){assert(!socketpair(AF_UNIX,SOCK_STREAM,0,s));GO(t,w);J(t);char c;assert(recv(s[0],&c,1,0)==1&&c==1);return 0;}
