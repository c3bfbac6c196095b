// SPDX-License-Identifier: Apache-2.0
// right: SIGFPE by raise is caught
#include <signal.h>
static volatile sig_atomic_t n;
static void h(int s){n++;}
int main(void){signal(SIGFPE,h);raise(SIGFPE);return n!=1;}
