// SPDX-License-Identifier: Apache-2.0
// input decides how many arrive: 2 of 3 only for the value 1
#include "terse.h"
#include <heddle/check.h>
static pthread_barrier_t b; T(w){ pthread_barrier_wait(&b); return 0; }
int main(){ int n=heddle_choose(3); pthread_barrier_init(&b,0,n==1?3:2); P x,y; GO(x,w);GO(y,w);J(x);J(y); return 0; }
