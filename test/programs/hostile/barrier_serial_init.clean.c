// SPDX-License-Identifier: Apache-2.0
// the serial thread initialises, second barrier round publishes, then all use the mutex made by it
#include "terse.h"
static pthread_barrier_t b; static M m; static int x;
T(w){ if(pthread_barrier_wait(&b)==PTHREAD_BARRIER_SERIAL_THREAD) pthread_mutex_init(&m,0); pthread_barrier_wait(&b); L(m); x++; U(m); return 0; }
int main(){ pthread_barrier_init(&b,0,3); P x1,y,z; GO(x1,w);GO(y,w);GO(z,w);J(x1);J(y);J(z); assert(x==3); pthread_mutex_destroy(&m); return 0; }
