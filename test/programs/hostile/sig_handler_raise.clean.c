// SPDX-License-Identifier: Apache-2.0
#include "short.h"
#include <signal.h>
volatile sig_atomic_t f;static void h(int s){f=1;}
int main(void){signal(SIGUSR1,h);raise(SIGUSR1);assert(f);return 0;}
