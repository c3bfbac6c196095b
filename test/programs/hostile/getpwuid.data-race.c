// SPDX-License-Identifier: Apache-2.0
#include "words.h"
#include <pwd.h>
T(f){struct passwd*q=getpwuid(0);if(q){int u=q->pw_uid;(void)*(volatile int*)&u;}return 0;}
int main(){pthread_t s,t;GO(s,f,0);GO(t,f,0);JOIN(s);JOIN(t);}
