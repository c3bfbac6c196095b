// SPDX-License-Identifier: Apache-2.0
#include "short.h"
#include <dirent.h>
F(w){DIR*d=opendir("/");int n=0;while(readdir(d))n++;assert(n>=3);closedir(d);return 0;}
int main(void){GO(t,w);w(0);J(t);return 0;}
