// SPDX-License-Identifier: Apache-2.0
// right: single thread, kill(getpid(), SIGUSR1) with a handler
#include <signal.h>
#include <unistd.h>
static volatile sig_atomic_t v;
static void h(int s){v=1;}
int main(void){signal(SIGUSR1,h);kill(getpid(),SIGUSR1);return v!=1;}
