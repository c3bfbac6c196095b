// SPDX-License-Identifier: Apache-2.0
#include "short.h"
#include <sys/stat.h>
struct stat s;
F(w){stat("/",&s);return 0;}
int main(void){GO(t,w);volatile long k=s.st_mode;J(t);return 0;}
