// SPDX-License-Identifier: Apache-2.0
// right: first opened descriptor is 3
#include <fcntl.h>
#include <unistd.h>
int main(void){int a=open("/dev/null",O_RDONLY),b=open("/dev/null",O_RDONLY);return b!=a+1;}
