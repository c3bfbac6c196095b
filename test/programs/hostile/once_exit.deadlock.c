// SPDX-License-Identifier: Apache-2.0
// once routine calls exit whose handler calls the same once
#include "terse.h"
static pthread_once_t o=PTHREAD_ONCE_INIT; static void i2(void){} static void h(void){ pthread_once(&o,i2); } static void i1(void){ exit(0); }
T(w){ pthread_once(&o,i1); return 0; }
int main(){ atexit(h); P a; GO(a,w); J(a); return 0; }
