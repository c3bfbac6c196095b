// SPDX-License-Identifier: Apache-2.0
// right: SIGABRT handler that leaves by siglongjmp: abort does not end the program (C11 7.22.4.1)
#include <signal.h>
#include <setjmp.h>
#include <stdlib.h>
static sigjmp_buf j;
static void h(int s){siglongjmp(j,1);}
int main(void){signal(SIGABRT,h);if(!sigsetjmp(j,1))abort();return 0;}
