// SPDX-License-Identifier: Apache-2.0
#include "words.h"
T(f){char*s=strerror(2);assert(!strcmp(s,"No such file or directory"));return 0;}
int main(){pthread_t s,t;GO(s,f,0);GO(t,f,0);JOIN(s);JOIN(t);}
