// SPDX-License-Identifier: Apache-2.0
// right: sigaction handler in one thread via raise; SA_SIGINFO value
#include <signal.h>
#include <unistd.h>
#include <pthread.h>
static volatile sig_atomic_t v;
static void h(int s,siginfo_t*i,void*c){v=i->si_value.sival_int;}
int main(void){struct sigaction a={0};a.sa_sigaction=h;a.sa_flags=SA_SIGINFO;sigaction(SIGUSR1,&a,0);union sigval x={.sival_int=7};sigqueue(getpid(),SIGUSR1,x);return v!=7;}
