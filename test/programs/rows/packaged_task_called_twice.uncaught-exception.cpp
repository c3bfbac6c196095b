// SPDX-License-Identifier: Apache-2.0
#include <future>
#include <thread>
std::packaged_task<int()> t([]{ return 1; });
std::atomic<bool> first;
int main(){ auto f=t.get_future(); std::thread a([]{ if(!first.load()){ first=true; t(); } }); if(!first.load()){ first=true; t(); } a.join(); return f.get()-1; }
