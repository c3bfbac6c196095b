// SPDX-License-Identifier: Apache-2.0
// right: program's SIGSEGV handler is installed & restored to what it was (chain)
#include <signal.h>
#include <pthread.h>
static void h(int s){}
int main(void){struct sigaction a={0},o,q;a.sa_handler=h;sigaction(SIGSEGV,&a,&o);sigaction(SIGSEGV,0,&q);int bad=q.sa_handler!=h;sigaction(SIGSEGV,&o,&q);return bad||q.sa_handler!=h;}
