// SPDX-License-Identifier: Apache-2.0
// right: single thread, sigqueue to itself
#include <signal.h>
#include <unistd.h>
static volatile sig_atomic_t v;
static void h(int s){v=1;}
int main(void){signal(SIGUSR1,h);union sigval x={0};sigqueue(getpid(),SIGUSR1,x);return v!=1;}
