// SPDX-License-Identifier: Apache-2.0
#include "short.h"
#include <dirent.h>
DIR*d;
F(w){struct dirent*e=readdir(d);volatile char c=e?e->d_name[0]:0;return 0;}
int main(void){d=opendir("/opt/h1");GO(t,w);w(0);J(t);closedir(d);return 0;}
