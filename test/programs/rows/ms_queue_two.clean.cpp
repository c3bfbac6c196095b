// SPDX-License-Identifier: Apache-2.0
#include <bits/stdc++.h>
struct N{ int v; std::atomic<N*> n{nullptr}; }; std::atomic<N*> H,T; N pool[4]; 
void enq(N*x){ for(;;){ N*t=T.load(); N*n=t->n.load(); if(n){ T.compare_exchange_strong(t,n); continue; } if(t->n.compare_exchange_strong(n,x)){ T.compare_exchange_strong(t,x); return; } } }
bool deq(int&v){ for(;;){ N*h=H.load(),*t=T.load(),*n=h->n.load(); if(h==t){ if(!n) return false; T.compare_exchange_strong(t,n); } else { if(!n) continue; v=n->v; if(H.compare_exchange_strong(h,n)) return true; } } }
int main(){ H=T=&pool[0]; pool[1].v=1; pool[2].v=2; std::thread a([]{ enq(&pool[1]); }); int v=0; bool ok=deq(v); a.join(); if(ok!=(v==1)) return 1; return 0; }
