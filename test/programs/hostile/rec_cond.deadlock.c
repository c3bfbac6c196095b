// SPDX-License-Identifier: Apache-2.0
// recursive mutex held twice: cond_wait releases one level, signaller can never lock
#include "terse.h"
static M m; static CV c=CI; static int flag;
T(sig){ L(m); flag=1; pthread_cond_signal(&c); U(m); return 0; }
int main(){ pthread_mutexattr_t at; pthread_mutexattr_init(&at); pthread_mutexattr_settype(&at,PTHREAD_MUTEX_RECURSIVE); pthread_mutex_init(&m,&at);
 P a; GO(a,sig); L(m); L(m); while(!flag) W(c,m); U(m); U(m); J(a); return 0; }
