// SPDX-License-Identifier: Apache-2.0
#include "words.h"
#include <arpa/inet.h>
char b[]="1.2.3.4";
T(f){struct in_addr a;inet_pton(AF_INET,b,&a);return 0;}
int main(){pthread_t s;GO(s,f,0);b[0]='2';JOIN(s);}
