// SPDX-License-Identifier: Apache-2.0
#include <mutex>
#include <thread>
#include <string>
std::once_flag f; std::string s;
int g(){ std::call_once(f,[]{ s="a long string that does not fit the small buffer"; }); return s.size()!=48; }
int main(){ int r=0,q=0; std::thread a([&]{r=g();}),b([&]{q=g();}); a.join(); b.join(); return r+q==0?0:0; }
