// SPDX-License-Identifier: Apache-2.0
#include "words.h"
T(f){getenv("PATH");return 0;}
int main(){setenv("A","b",1);pthread_t s,t;GO(s,f,0);GO(t,f,0);JOIN(s);JOIN(t);assert(!strcmp(getenv("A"),"b"));}
