// SPDX-License-Identifier: Apache-2.0
#include "short.h"
#include <fcntl.h>
char b[4];
F(w){int f=open("/dev/zero",O_RDONLY);if(read(f,b,4)!=4)abort();close(f);return 0;}
int main(void){GO(t,w);volatile char k=b[3];J(t);return 0;}
