// SPDX-License-Identifier: Apache-2.0
// two threads deadlock, main polls with timed joins for ever
#include "terse.h"
static M m=MI,n=MI; T(w){ L(m);L(n);U(n);U(m);return 0;} T(v){ L(n);L(m);U(m);U(n);return 0;}
int main(){ P a,b; GO(a,w);GO(b,v); struct timespec t; for(;;){ clock_gettime(CLOCK_REALTIME,&t); t.tv_sec++; if(!pthread_timedjoin_np(a,0,&t)) break; } J(b); return 0; }
