// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <thread>
std::atomic<int> c{0};
void inc(){ int e=c.load(); while(!c.compare_exchange_strong(e,e+1)); }
void incbad(){ int e=c.load(); int n=e+1; while(!c.compare_exchange_strong(e,n)); }
int main(){ std::thread a(inc),b(incbad),d(inc); a.join();b.join();d.join(); return c!=3; }
