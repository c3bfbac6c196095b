// SPDX-License-Identifier: Apache-2.0
// right: alarm's handler wakes pause
#include <signal.h>
#include <unistd.h>
static volatile sig_atomic_t n;
static void h(int s){n=1;}
int main(void){signal(SIGALRM,h);sigset_t b,o;sigemptyset(&b);sigaddset(&b,SIGALRM);sigprocmask(SIG_BLOCK,&b,&o);alarm(1);while(!n)sigsuspend(&o);return 0;}
