// SPDX-License-Identifier: Apache-2.0
#include "words.h"
pthread_t mainid;
T(n){JOIN(mainid);return 0;}
int main(){mainid=pthread_self();pthread_t t;GO(t,n,0);JOIN(t);}
