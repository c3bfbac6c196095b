// SPDX-License-Identifier: Apache-2.0
#include "words.h"
#include <arpa/inet.h>
char b[32];struct in_addr a;int main();
T(f){inet_ntop(AF_INET,&a,b,32);return 0;}
int main(){pthread_t s;GO(s,f,0);b[0]=1;JOIN(s);}
