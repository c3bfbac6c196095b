// SPDX-License-Identifier: Apache-2.0
#include "short.h"
#include <sys/time.h>
#include <sys/stat.h>
F(w){struct timeval tv;gettimeofday(&tv,0);assert(tv.tv_sec>0);assert(time(0)>0);clock();struct stat s;assert(!stat("/",&s));assert(access("/",R_OK)==0);char b[100];assert(getcwd(b,100));return 0;}
int main(void){GO(t,w);w(0);J(t);return 0;}
