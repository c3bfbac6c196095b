// SPDX-License-Identifier: Apache-2.0
// exit called by the worker: its handler joins main, which joins the worker
#include "terse.h"
static P mn; static void h(void){ J(mn); }
T(w){ exit(0); }
int main(){ mn=pthread_self(); atexit(h); P a; GO(a,w); J(a); _exit(0); }
