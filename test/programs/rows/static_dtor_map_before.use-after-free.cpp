// SPDX-License-Identifier: Apache-2.0
#include <thread>
#include <mutex>
#include <map>
std::mutex m; 
struct R{ ~R(); } r;
std::map<int,int> tab{{1,1}};
R::~R(){ std::lock_guard l(m); tab.begin()->second++; }
int main(){ std::thread a([]{ std::lock_guard l(m); tab[2]=1; }); a.join(); }
