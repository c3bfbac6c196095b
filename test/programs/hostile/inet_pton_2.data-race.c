// SPDX-License-Identifier: Apache-2.0
#include "words.h"
#include <arpa/inet.h>
struct in_addr a;int main();
T(f){inet_pton(AF_INET,"1.2.3.4",&a);return 0;}
int main(){pthread_t s;GO(s,f,0);a.s_addr=1;JOIN(s);}
