// SPDX-License-Identifier: Apache-2.0
#include "words.h"
#include <sys/socket.h>
int b[2];int main();
T(f){socketpair(AF_UNIX,SOCK_STREAM,0,b);return 0;}
int main(){pthread_t s;GO(s,f,0);b[0]=1;JOIN(s);}
