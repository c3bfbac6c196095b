// SPDX-License-Identifier: Apache-2.0
// one of two takes the mutex and waits at the barrier with it
#include "terse.h"
static pthread_barrier_t b; static M m=MI;
T(x){ L(m); pthread_barrier_wait(&b); U(m); return 0; }
T(y){ L(m); U(m); pthread_barrier_wait(&b); return 0; }
int main(){ pthread_barrier_init(&b,0,2); P p,q; GO(p,x); GO(q,y); J(p);J(q); return 0; }
