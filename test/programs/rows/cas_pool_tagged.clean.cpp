// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <thread>
#include <cassert>
struct N{ std::atomic<int> next; }; N pool[3]; std::atomic<long> head{0}; 
int pop(){ long h=head.load(); for(;;){ int i=(int)(h&0xff); if(i==0xff) return -1; long n=pool[i].next.load()&0xff; if(head.compare_exchange_strong(h,n|((h|0xff)+1))) return i; } }
void push(int i){ long h=head.load(); do pool[i].next=(int)(h&0xff); while(!head.compare_exchange_strong(h,i|((h|0xff)+1))); }
std::atomic<int> owned[3];
void own(int i){ if(i<0) return; assert(owned[i]++==0); }
int main(){ pool[0].next=1; pool[1].next=2; pool[2].next=0xff; 
 std::thread a([]{ own(pop()); }), b([]{ int x=pop(); int y=pop(); own(y); if(x>=0) push(x); own(pop()); });
 a.join(); b.join(); }
