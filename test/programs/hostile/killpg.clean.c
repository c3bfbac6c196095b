// SPDX-License-Identifier: Apache-2.0
// right: getpgid of self works, kill 0 test of own pid
#include <signal.h>
#include <unistd.h>
int main(void){return kill(getpid(),0)!=0||getpgid(getpid())<0||getsid(getpid())<0;}
