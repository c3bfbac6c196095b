// SPDX-License-Identifier: Apache-2.0
// right: single thread, tgkill to itself
#define _GNU_SOURCE
#include <signal.h>
#include <unistd.h>
static volatile sig_atomic_t v;
static void h(int s){v=1;}
int main(void){signal(SIGUSR1,h);tgkill(getpid(),gettid(),SIGUSR1);return v!=1;}
