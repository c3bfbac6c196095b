// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <thread>
#include <cassert>
struct N{ std::atomic<int> next; }; N pool[3]; std::atomic<int> head{0}; // indices, -1 end
int pop(){ int h=head.load(); for(;;){ if(h<0) return -1; int n=pool[h].next.load(); if(head.compare_exchange_strong(h,n)) return h; } }
void push(int i){ int h=head.load(); do pool[i].next=h; while(!head.compare_exchange_strong(h,i)); }
std::atomic<int> owned[3];
void own(int i){ if(i<0) return; assert(owned[i]++==0); }
int main(){ pool[0].next=1; pool[1].next=2; pool[2].next=-1; 
 std::thread a([]{ own(pop()); }), b([]{ int x=pop(); int y=pop(); own(y); if(x>=0) push(x); own(pop()); own(pop());});
 a.join(); b.join(); }
