// SPDX-License-Identifier: Apache-2.0
#include "words.h"
/* hazard pointer with sc: reader publishes, rechecks; writer unlinks, scans */
_Atomic(int*)g_;_Atomic(int*)hp;
T(r){int*q;do{q=g_;hp=q;}while(q!=g_);assert(*q==1||*q==2);hp=0;return 0;}
T(w){int*n=malloc(4);*n=2;int*o=atomic_exchange(&g_,n);while(hp==o);free(o);return 0;}
int main(){int*n=malloc(4);*n=1;g_=n;pthread_t s,t;GO(s,r,0);GO(t,w,0);JOIN(s);JOIN(t);free(g_);}
