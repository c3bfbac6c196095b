// SPDX-License-Identifier: Apache-2.0
// ring of three locks of which one is tried with a limit unless the input says otherwise
#include "terse.h"
#include <heddle/check.h>
static M m[3]={MI,MI,MI}; static int lim;
static void*w(void*p){ long i=(long)p; L(m[i]); struct timespec t={9000000000,0}; if(i==2&&lim){ if(!pthread_mutex_timedlock(&m[0],&t)) U(m[0]); } else { L(m[(i+1)%3]); U(m[(i+1)%3]); } U(m[i]); return 0; }
int main(){ lim=heddle_choose(2); P t[3]; for(long i=0;i<3;i++) pthread_create(&t[i],0,w,(void*)i); for(int i=0;i<3;i++) J(t[i]); return 0; }
