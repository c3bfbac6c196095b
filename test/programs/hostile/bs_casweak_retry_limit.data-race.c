// SPDX-License-Identifier: Apache-2.0
#include "short.h"
atomic_int l;int d;
F(w){int e=0;if(atomic_compare_exchange_strong(&l,&e,1)){d=1;l=0;}return 0;}
int main(void){GO(t,w);int ok=0;for(int i=0;i<6&&!ok;i++){int e=0;ok=atomic_compare_exchange_weak(&l,&e,1);if(!ok&&e)while(l);}d=2;if(ok)l=0;J(t);return 0;}
