// SPDX-License-Identifier: Apache-2.0
#include "short.h"
#include <sys/mman.h>
char*p;
F(w){p[0]=1;return 0;}
int main(void){p=mmap(0,4096,PROT_READ|PROT_WRITE,MAP_PRIVATE|MAP_ANONYMOUS,-1,0);GO(t,w);munmap(p,4096);J(t);return 0;}
