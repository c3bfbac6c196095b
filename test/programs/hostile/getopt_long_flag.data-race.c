// SPDX-License-Identifier: Apache-2.0
#include "words.h"
#include <getopt.h>
int flag;
T(f){struct option all[]={{"aa",0,&flag,1},{0,0,0,0}};char*words[]={"p","--aa",0};getopt_long(2,words,"",all,0);return 0;}
int main(){pthread_t t;GO(t,f,0);flag=2;JOIN(t);}
