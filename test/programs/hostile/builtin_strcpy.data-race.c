// SPDX-License-Identifier: Apache-2.0
#include "words.h"
char g[20];volatile int y;
T(f){__builtin_strcpy(g,"hello");return 0;}
int main(){pthread_t t;GO(t,f,0);y=g[5];JOIN(t);}
